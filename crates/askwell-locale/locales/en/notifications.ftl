### The page on which people say when and how they are told of questions, and the page that stops notifications.

notifications-title = Notifications
notifications-about = When and how you are told that a question waits for you.
notifications-none = The operator of this service has not set up notifications for you.
# Stands above check boxes with names of ways, such as mail or Slack.
notifications-by = Tell me by
notifications-save = Save

## Inputs. Leave the examples as they are.
notifications-language = Language
notifications-language-hint = The language of your notifications and pages.
notifications-language-browser = As my browser wants
notifications-quiet = Quiet hours
notifications-quiet-hint = Two times such as 22:00-07:00. Leave it empty to be told at any time.
notifications-quiet-wrong = Write two different times such as 22:00-07:00.
notifications-zone = Time zone
notifications-zone-hint = Such as Europe/Berlin. Leave it empty for UTC.
notifications-zone-wrong = Name a time zone such as Europe/Berlin or America/New_York.
notifications-digest = Digests
notifications-digest-hint = Times such as 09:00 15:00, at which notifications arrive together. Leave it empty for each at once.
notifications-digest-wrong = { $count ->
    [one] List up to { $count } time such as 09:00.
   *[other] List up to { $count } times such as 09:00.
}
notifications-away = Ask instead of me
notifications-away-hint = The name of a person or group while you are away.
notifications-until = Until
notifications-until-hint = The last day of your absence, such as 2026-12-24.
notifications-until-wrong = Write the last day of your absence as 2026-12-24.
notifications-until-whom = Say who is asked instead of you.

## Notifications in the browser
notifications-browser = This browser
notifications-browser-on = Show notifications in this browser
notifications-browser-off = Stop notifications in this browser
notifications-browser-is-on = This browser shows notifications now.
notifications-browser-is-off = This browser shows no notifications any more.
notifications-browser-denied = Your browser does not allow notifications from this site.
notifications-browser-failed = That did not work.
# In place of a title, in a notification of the browser.
notifications-browser-waits = A question waits for you

## Stopping notifications. $channel is the name of a way, such as mail.
notifications-stop-title = Stop these notifications?
notifications-stop-about = You will not be told of questions by { $channel } any more. You still find them in your inbox.
notifications-stop = Stop them
notifications-stopped = Notifications stopped
notifications-stopped-about = You can turn them on again in your inbox, under Notifications.

## Further mistakes
# A mistake in "Ask instead of me" above.
notifications-away-unknown = There is no person or group of this name.
notifications-language-wrong = Choose one of the languages of the list.
notifications-browser-too-many = You have registered too many browsers. Remove one first.
