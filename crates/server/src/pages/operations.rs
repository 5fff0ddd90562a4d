//! Operations by noun: what each takes, what it answers, and an example of both.

use super::example::example;
use super::markup::{escape, line, prose};
use super::schemas::{kind, reference};
use super::text;
use serde_json::Value;

/// An operation, and where it is.
struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    value: &'a Value,
}

/// Every operation, grouped by noun in the order of the document's list of them.
fn by_noun(document: &Value) -> Vec<(&Value, Vec<Operation<'_>>)> {
    let all = || {
        let paths = document["paths"].as_object().into_iter().flatten();
        paths.flat_map(|(path, item)| {
            let operations = item.as_object().into_iter().flatten();
            operations.map(move |(method, value)| Operation { method, path, value })
        })
    };
    let nouns = document["tags"].as_array().into_iter().flatten();
    nouns.map(|noun| (noun, all().filter(|operation| operation.value["tags"][0] == noun["name"]).collect())).collect()
}

/// Links to everything on the page.
pub(super) fn contents(document: &Value) -> String {
    let mut written = String::new();
    for (noun, operations) in by_noun(document) {
        let name = escape(text(&noun["name"]));
        written.push_str(&format!("<h2><a href=\"#{name}\">{name}</a></h2>\n<ul>\n"));
        for Operation { value, .. } in operations {
            let id = escape(text(&value["operationId"]));
            written.push_str(&format!("<li><a href=\"#{id}\">{}</a></li>\n", line(text(&value["summary"]))));
        }
        written.push_str("</ul>\n");
    }
    written + "<h2><a href=\"#schemas\">schemas</a></h2>\n"
}

/// A section for each noun.
pub(super) fn sections(document: &Value) -> String {
    let mut written = String::new();
    for (noun, operations) in by_noun(document) {
        let name = escape(text(&noun["name"]));
        written.push_str(&format!("<section id=\"{name}\">\n<h2>{name}</h2>\n{}", prose(text(&noun["description"]))));
        operations.iter().for_each(|operation| written.push_str(&article(document, operation)));
        written.push_str("</section>\n");
    }
    written
}

fn article(document: &Value, Operation { method, path, value }: &Operation<'_>) -> String {
    let mut written = format!(
        "<article id=\"{}\">\n<h3>{}</h3>\n<p class=\"route\"><b class=\"{method}\">{}</b> <code>{}</code></p>\n{}",
        escape(text(&value["operationId"])),
        line(text(&value["summary"])),
        method.to_uppercase(),
        escape(path),
        prose(text(&value["description"])),
    );
    written.push_str(&parameters(value));
    written.push_str(&body(document, value));
    written.push_str(&responses(document, value));
    written + "</article>\n"
}

fn parameters(operation: &Value) -> String {
    let rows: String = operation["parameters"].as_array().into_iter().flatten().map(parameter).collect();
    if rows.is_empty() { rows } else { format!("<h4>Parameters</h4>\n<table>\n{rows}</table>\n") }
}

fn parameter(value: &Value) -> String {
    let needed = if value["required"] == true { "required" } else { "" };
    format!(
        "<tr><th><code>{}</code></th><td>{}</td><td>{}</td><td>{needed}</td><td>{}</td></tr>\n",
        escape(text(&value["name"])),
        escape(text(&value["in"])),
        kind(&value["schema"]),
        line(text(&value["description"])),
    )
}

fn body(document: &Value, operation: &Value) -> String {
    let content = &operation["requestBody"]["content"]["application/json"];
    if content.is_null() {
        return String::new();
    }
    format!("<h4>Body</h4>\n<p>{}</p>\n{}", kind(&content["schema"]), sample(document, content))
}

fn responses(document: &Value, operation: &Value) -> String {
    let mut rows = String::new();
    let mut samples = String::new();
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let content = response["content"].as_object().and_then(|content| content.iter().next());
        let told = content.map_or_else(String::new, |(_, content)| kind(&content["schema"]));
        rows.push_str(&format!(
            "<tr><th><code>{}</code></th><td>{told}</td><td>{}</td></tr>\n",
            escape(status),
            line(text(&response["description"])),
        ));
        if let Some((_, content)) = content.filter(|(media, _)| *media == "application/json") {
            samples.push_str(&sample(document, content));
        }
    }
    format!("<h4>Answers</h4>\n<table>\n{rows}</table>\n{samples}")
}

/// Examples of a content: those it brings along, or one made from its schema.
fn sample(document: &Value, content: &Value) -> String {
    if let Some(own) = content["examples"].as_object() {
        return own.iter().map(|(name, example)| folded(name, &example["value"])).collect();
    }
    let name = reference(&content["schema"]).unwrap_or("an answer");
    folded(&format!("Example of {name}"), &example(document, &content["schema"]))
}

fn folded(name: &str, example: &Value) -> String {
    let written = serde_json::to_string_pretty(example).unwrap_or_default();
    format!("<details><summary>{}</summary>\n<pre>{}</pre></details>\n", escape(name), escape(&written))
}
