//! The OpenAPI document, put together from the handlers and the messages themselves.

mod refusals;

use crate::app::App;
use crate::config::Limits;
use crate::{http, rest, socket};
use std::sync::{Arc, LazyLock};
use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{Components, InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

/// The name of the security scheme.
const KEY: &str = "key";

/// What the document says of itself.
const DESCRIPTION: &str = include_str!("description.md");

/// What each group of operations is about.
const TAGS: [(&str, &str); 16] = [
    ("tables", "Make tables, look at them, open and close them, change their rules."),
    ("seats", "Seat patrons; chips for money and money for chips."),
    ("commands", "Ask what may be done, and do it."),
    ("money", "The table's money: counts, slips, drop boxes, win and hold."),
    ("history", "What was played: the journal, rounds, shuffles."),
    ("approvals", "What needs two people: see what waits, decide it, take it back."),
    ("submissions", "Rules Submissions, from the first draft to approved rules."),
    ("sessions", "Log in and out; end somebody's session."),
    ("accounts", "The own account; everybody's, for security administrators; who could do what when."),
    ("terminals", "Keys of players' terminals, each for one table and seat."),
    (
        "devices",
        "Shoes, shufflers, wager sensors, wheels and displays: enrolment, health, firmware, and what they sign.",
    ),
    ("progressives", "What can be won, what was won, and how it was paid."),
    ("tickets", "A key is exchanged for a ticket, with which a WebSocket is opened."),
    ("sockets", "WebSockets: terminals, displays and the floor's stream."),
    ("oversight", "Significant events, and whether the installation is what somebody vouched for."),
    ("operations", "For those who run the server. No key is asked for."),
];

/// The document as YAML, the same every time.
#[must_use]
pub fn openapi_yaml() -> String {
    static YAML: LazyLock<String> = LazyLock::new(|| {
        openapi().to_yaml().unwrap_or_else(|error| {
            tracing::error!(%error, "the OpenAPI document cannot be written");
            String::new()
        })
    });
    YAML.clone()
}

/// The document.
#[must_use]
pub fn openapi() -> OpenApi {
    documented(&Limits::default()).into_openapi()
}

/// Every route that the document describes, with the document.
pub(crate) fn documented(limits: &Limits) -> OpenApiRouter<Arc<App>> {
    let mut keyed = rest::routes(limits);
    each_operation(keyed.get_openapi_mut(), |path, operation| {
        if operation.operation_id.as_deref() != Some("send_device_messages") {
            operation.security = Some(vec![SecurityRequirement::new::<_, [String; 0], _>(KEY, [])]);
        }
        refusals::of_requests(path, operation);
    });
    let mut door = rest::log_in();
    each_operation(door.get_openapi_mut(), refusals::of_logins);
    let mut sockets = socket::routes();
    each_operation(sockets.get_openapi_mut(), refusals::of_handshakes);
    OpenApiRouter::with_openapi(head()).merge(keyed).merge(door).merge(sockets).merge(http::operations())
}

/// The document before anything is described in it.
fn head() -> OpenApi {
    let version = env!("CARGO_PKG_VERSION");
    let info = InfoBuilder::new().title("Baize").version(version).description(Some(DESCRIPTION)).build();
    let tags = TAGS.map(|(name, about)| TagBuilder::new().name(name).description(Some(about)).build());
    let mut scheme = Http::new(HttpAuthScheme::Bearer);
    scheme.description = Some("A person's session or a terminal's key.".to_owned());
    let mut components = refusals::components();
    components.add_security_scheme(KEY, SecurityScheme::Http(scheme));
    OpenApiBuilder::new().info(info).tags(Some(tags)).components(Some(components)).build()
}

fn each_operation(document: &mut OpenApi, mut change: impl FnMut(&str, &mut Operation)) {
    for (path, item) in &mut document.paths.paths {
        let PathItem { get, put, post, delete, .. } = item;
        for operation in [get, put, post, delete].into_iter().flatten() {
            change(path, operation);
        }
    }
}

/// Describes a message, and what it is made of.
pub(crate) fn describe<T: ToSchema>(components: &mut Components) {
    let mut schemas = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut schemas);
    components.schemas.extend(schemas);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_operation_is_named_once_and_summed_up_and_those_under_v1_ask_for_a_key_or_a_ticket() {
        let mut document = openapi();
        let mut names = BTreeSet::new();
        each_operation(&mut document, |path, operation| {
            let name = operation.operation_id.clone().unwrap();
            assert!(names.insert(name.clone()), "{name} is named twice");
            assert!(operation.summary.is_some(), "{name}");
            let security = serde_json::to_string(&operation.security).unwrap();
            let ticket = operation.parameters.iter().flatten().any(
                |parameter| matches!(parameter, utoipa::openapi::RefOr::T(parameter) if parameter.name == "ticket"),
            );
            // A login gives permission, and what a device signs is its permission.
            let asks = !["log_in", "open_device", "send_device_messages"].contains(&name.as_str());
            assert_eq!(path.starts_with("/v1/") && asks, security.contains(KEY) || ticket, "{path}");
        });
    }

    #[test]
    fn every_reference_leads_to_a_schema() {
        let document = serde_json::to_value(openapi()).unwrap();
        let text = document.to_string();
        for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(document["components"]["schemas"][name].is_object(), "{name}");
        }
    }

    #[test]
    fn the_document_is_the_same_every_time() {
        let again = openapi().to_yaml().unwrap();
        assert_eq!(openapi_yaml(), again);
    }
}
