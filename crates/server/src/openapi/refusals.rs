//! The problems each operation may be answered with, told from what the operation takes.

use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::{Components, ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use wire::problem::{MEDIA_TYPE, Problem};

/// What refusals refer to.
pub(super) fn components() -> Components {
    let mut components = Components::new();
    super::describe::<Problem>(&mut components);
    components
}

/// Adds the problems of a request that needs a key.
pub(super) fn of_requests(path: &str, operation: &mut Operation) {
    let takes_body = operation.request_body.is_some();
    let has = |place: &ParameterIn| {
        let parameters = operation.parameters.iter().flatten();
        let mut places = parameters.filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(&parameter.parameter_in),
            RefOr::Ref(_) => None,
        });
        places.any(|own| own == place)
    };
    let named = has(&ParameterIn::Header);
    let mut statuses = vec![401, 403, 429, 500, 503];
    if takes_body || named || has(&ParameterIn::Query) {
        statuses.push(400);
    }
    // A path names something, and so may a body.
    if path.contains('{') || takes_body {
        statuses.push(404);
    }
    if takes_body || named || path.ends_with("/shuffle") {
        statuses.push(409);
    }
    if takes_body {
        statuses.extend([413, 415]);
    }
    if takes_body || named {
        statuses.push(422);
    }
    add(operation, statuses);
}

/// Adds the problems of whoever is not let in yet.
pub(super) fn of_logins(_: &str, operation: &mut Operation) {
    add(operation, vec![400, 401, 413, 415, 422, 429, 500, 503]);
}

/// Adds the problems of a handshake that needs a ticket.
pub(super) fn of_handshakes(path: &str, operation: &mut Operation) {
    let mut statuses = vec![400, 401, 403, 429, 503];
    if path.contains('{') {
        statuses.push(404);
    }
    add(operation, statuses);
}

fn add(operation: &mut Operation, statuses: Vec<u16>) {
    for status in statuses {
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_string()).or_insert_with(|| RefOr::T(refusal(status)));
    }
}

fn refusal(status: u16) -> Response {
    let schema = Ref::from_schema_name(Problem::name());
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description(meaning(status)).content(MEDIA_TYPE, content).build()
}

/// What a status says, whatever was asked.
const fn meaning(status: u16) -> &'static str {
    match status {
        400 => "The request cannot be read.",
        401 => "No session or key, or none that is good.",
        403 => "Not for this caller.",
        404 => "There is no such thing.",
        409 => "Not as things stand: the rules refuse it, or it must wait.",
        413 => "The body is too large.",
        415 => "The body is not said to be JSON.",
        422 => "The body is not what this request takes, or its key was used for another.",
        429 => "Too many.",
        503 => "Not now; ask again under the same name.",
        _ => "The server failed.",
    }
}
