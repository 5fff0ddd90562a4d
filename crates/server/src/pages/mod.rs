//! The API's pages, written once from the OpenAPI document and served from the binary: no script, nothing from elsewhere.

mod example;
mod markup;
mod operations;
mod schemas;

use crate::app::App;
use crate::http::OWN_STYLE;
use axum::Router;
use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use markup::{escape, prose};
use serde_json::Value;
use std::sync::Arc;
use utoipa::openapi::OpenApi;

const STYLE: &str = include_str!("style.css");

/// The pages' routes.
pub(crate) fn routes(document: &OpenApi) -> Router<Arc<App>> {
    let page = Bytes::from(page(&serde_json::to_value(document).unwrap_or_default()));
    let html = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, OWN_STYLE)];
    let css = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "max-age=3600")];
    Router::new()
        .route("/", get(async || Redirect::temporary("/docs")))
        .route("/docs", get(async move || (html, page).into_response()))
        .route("/docs/style.css", get(async move || (css, STYLE)))
}

/// The one page: what the API is, every operation by noun, every schema.
fn page(document: &Value) -> String {
    let info = &document["info"];
    let (title, version) = (escape(text(&info["title"])), escape(text(&info["version"])));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title} API</title>\n\
         <link rel=\"stylesheet\" href=\"/docs/style.css\">\n</head>\n<body>\n\
         <nav>{}</nav>\n<main>\n<h1>{title} API <small>{version}</small></h1>\n{}\n\
         <p><a href=\"/openapi.yaml\">openapi.yaml</a></p>\n{}{}</main>\n</body>\n</html>\n",
        operations::contents(document),
        prose(text(&info["description"])),
        operations::sections(document),
        schemas::section(document),
    )
}

/// The text of a value; nothing, where it is none.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole() -> (Value, String) {
        let document = serde_json::to_value(crate::openapi::openapi()).unwrap();
        let page = page(&document);
        (document, page)
    }

    #[test]
    fn every_operation_and_every_schema_is_on_the_page() {
        let (document, page) = whole();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let id = operation["operationId"].as_str().unwrap();
                assert!(page.contains(&format!("id=\"{id}\"")), "{method} {path}");
            }
        }
        for name in document["components"]["schemas"].as_object().unwrap().keys() {
            assert!(page.contains(&format!("id=\"schema-{name}\"")), "{name}");
        }
    }

    #[test]
    fn every_link_leads_somewhere_on_the_page_and_nothing_comes_from_elsewhere() {
        let (_, page) = whole();
        for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(page.contains(&format!("id=\"{link}\"")), "{link}");
        }
        assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("style=\""));
        assert!(!page.contains("href=\"http"));
    }
}
