//! What operators see and do.

use askwell_notify::channel::DeliveryOutcome;
use askwell_notify::{NotificationFilter, OperatorError};

use crate::fixture::{NotifyFixture, RecordingChannel, ada, listed, until, until_nothing_pending};

#[tokio::test]
async fn given_up_notification_is_listed_and_can_be_sent_again() {
    let fixture = NotifyFixture::new();
    let (channel, mut sent) = RecordingChannel::named("test");
    let gave_up = || Some(DeliveryOutcome::GaveUp { why: "no such mailbox".to_owned() });
    sent.answer([gave_up(), gave_up()]);
    let notifications = fixture.start(ada(), vec![channel]).await;
    fixture.ask_person("ada").await;
    let first = sent.next().await;
    let dead = || async { listed(&notifications, NotificationFilter::Dead).await.len() == 1 };
    until(&notifications, dead).await;
    let dead = listed(&notifications, NotificationFilter::Dead).await.remove(0);
    assert_eq!((dead.last_error.as_deref(), &dead.message_id), (Some("no such mailbox"), &first.id));
    assert!(listed(&notifications, NotificationFilter::Pending).await.is_empty());

    notifications.retry(&dead.key).await.unwrap();
    assert_eq!(sent.next().await.id, first.id);
    until(&notifications, || async { listed(&notifications, NotificationFilter::Dead).await.len() == 1 })
        .await;
    assert_eq!(notifications.retry_all(Some("other")).await, Ok(0));
    assert_eq!(notifications.retry_all(Some("test")).await, Ok(1));
    assert_eq!(sent.next().await.id, first.id);
    until_nothing_pending(&notifications).await;
    assert_eq!(notifications.retry(&dead.key).await, Err(OperatorError::Unknown));
    assert_eq!(notifications.retry("nonsense").await, Err(OperatorError::Unknown));
}
