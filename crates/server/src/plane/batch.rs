//! A batch of messages over REST: let in by its signatures alone, every one of which is checked before anything else.

use super::{Post, authentic, outstanding, take, unread};
use crate::app::App;
use crate::identity::Permission;
use crate::problem::Problem;
use crate::request::{AnyBody, OfDevice};
use axum::extract::{FromRequest, FromRequestParts, Request};
use std::sync::Arc;
use wire::device::{BATCH_MAX, DeviceAnswers, DeviceBatch, DeviceMessage, Outcome};
use wire::problem::EdgeCode;

/// Messages that are the device's of the path.
#[derive(Debug)]
pub(crate) struct SignedBatch {
    app: Arc<App>,
    post: Arc<Post>,
    messages: Vec<DeviceMessage>,
}

impl Permission for SignedBatch {}

impl FromRequest<Arc<App>> for SignedBatch {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let OfDevice(device) = OfDevice::from_request_parts(&mut parts, app).await?;
        // A message goes on record even if a text in it holds the character NUL.
        let read = AnyBody::from_request(Request::from_parts(parts, body), app).await;
        let AnyBody(DeviceBatch { messages }) = match read {
            Ok(read) => read,
            Err(problem) => {
                unread(app, Some(device), EdgeCode::InvalidMessage).await;
                return Err(problem);
            }
        };
        if messages.len() > BATCH_MAX || messages.iter().any(|message| message.device.0 != device.0) {
            unread(app, Some(device), EdgeCode::InvalidBody).await;
            let detail = format!("A batch has 1 to {BATCH_MAX} messages, all of the device of the path.");
            return Err(Problem::saying(EdgeCode::InvalidBody, detail));
        }
        let mut post = None;
        for message in &messages {
            post = Some(authentic(app, message).await?);
        }
        let post = post.ok_or_else(|| Problem::saying(EdgeCode::InvalidBody, "A batch has at least one message."))?;
        Ok(Self { app: Arc::clone(app), post, messages })
    }
}

impl SignedBatch {
    /// Takes the messages in their order, up to the first that cannot be taken.
    pub(crate) async fn take(self) -> DeviceAnswers {
        let mut answers = Vec::with_capacity(self.messages.len());
        for message in &self.messages {
            let answer = take(&self.app, &self.post, message).await;
            let stops = answer.outcome == Outcome::NotTaken;
            answers.push(answer);
            if stops {
                break;
            }
        }
        DeviceAnswers { answers, commands: outstanding(&self.post, 0).await }
    }
}
