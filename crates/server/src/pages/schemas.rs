//! Schemas: what each message is made of.

use super::markup::{escape, line, prose};
use super::text;
use serde_json::Value;

/// The section of all schemas.
pub(super) fn section(document: &Value) -> String {
    let schemas = document["components"]["schemas"].as_object().into_iter().flatten();
    let articles: String = schemas.map(|(name, schema)| article(name, schema)).collect();
    format!("<section id=\"schemas\">\n<h2>schemas</h2>\n{articles}</section>\n")
}

fn article(name: &str, schema: &Value) -> String {
    let name = escape(name);
    let about = prose(text(&schema["description"]));
    format!("<article id=\"schema-{name}\">\n<h3>{name}</h3>\n{about}{}</article>\n", inside(schema))
}

/// What a schema is made of: its fields, its alternatives, or only its kind.
fn inside(schema: &Value) -> String {
    if let Some(alternatives) = schema["oneOf"].as_array() {
        return alternatives.iter().map(alternative).collect();
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().map(inside).collect();
    }
    if schema["properties"].is_object() { fields(schema) } else { format!("<p>{}</p>\n", kind(schema)) }
}

fn alternative(schema: &Value) -> String {
    format!("<div class=\"alternative\">{}{}</div>\n", prose(text(&schema["description"])), inside(schema))
}

fn fields(schema: &Value) -> String {
    let required = |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let rows = schema["properties"].as_object().into_iter().flatten().map(|(name, field)| {
        format!(
            "<tr><th><code>{}</code></th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escape(name),
            kind(field),
            if required(name) { "required" } else { "" },
            line(text(&field["description"])),
        )
    });
    format!("<table>\n{}</table>\n", rows.collect::<String>())
}

/// The name of the schema that a schema refers to.
pub(super) fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str().and_then(|path| path.rsplit('/').next())
}

/// The kind of a value in a few words, with links to the schemas it is made of.
pub(super) fn kind(schema: &Value) -> String {
    if let Some(name) = reference(schema) {
        let name = escape(name);
        return format!("<a href=\"#schema-{name}\">{name}</a>");
    }
    if let Some(alternatives) = schema["oneOf"].as_array().or_else(|| schema["allOf"].as_array()) {
        let kinds = alternatives.iter().filter(|one| one["type"] != "null").map(kind);
        return kinds.collect::<Vec<_>>().join(" or ");
    }
    if let Some(values) = schema["enum"].as_array() {
        let values = values.iter().map(|value| format!("<code>{}</code>", escape(&value.to_string())));
        return values.collect::<Vec<_>>().join(" or ");
    }
    if schema["items"].is_object() {
        return format!("list of {}", kind(&schema["items"]));
    }
    escape(&plain(schema)) + &range(schema)
}

fn plain(schema: &Value) -> String {
    let name = schema["type"].as_array().map_or_else(
        || text(&schema["type"]).to_owned(),
        |names| names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect::<Vec<_>>().join(" or "),
    );
    match text(&schema["format"]) {
        "" | "int32" | "int64" => name,
        format => format!("{name} ({format})"),
    }
}

fn range(schema: &Value) -> String {
    match (&schema["minimum"], &schema["maximum"]) {
        (Value::Number(least), Value::Number(most)) => format!(", {least} to {most}"),
        (Value::Number(least), _) => format!(", at least {least}"),
        (_, Value::Number(most)) => format!(", at most {most}"),
        _ => String::new(),
    }
}
