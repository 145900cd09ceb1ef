### The overview for operators: figures and tables about who asks, who answers and how long it takes. Words are short.

overview-title = Overview
# $from and $to are dates.
overview-all-programs-time = { $from } to { $to }, all programs
overview-program-time = { $from } to { $to }, { $client }
overview-cut = Figures are of the newest changes only: the log has more than this page reads.
# $files are links.
overview-audit = Audit trail: { $files }
overview-audit-lines = JSON lines
overview-audit-csv = CSV

## The filter
overview-filter = Filter
overview-time = Time
overview-program = Program
overview-all-programs = All programs
overview-show = Show
overview-last-hours = { $count ->
    [one] Last { $count } hour
   *[other] Last { $count } hours
}
overview-last-days = { $count ->
    [one] Last { $count } day
   *[other] Last { $count } days
}

## Figures. $percent is a number; a narrow space that does not break follows it in English.
overview-in-time = Answered in time
overview-percent = { $percent } %
overview-of = { $part } of { $count }
overview-half = Half answered within
overview-nine = Nine of ten within
overview-waiting-now = Waiting now
overview-due-hour = { $count ->
    [one] { $count } due within the hour
   *[other] { $count } due within the hour
}
overview-expired = Expired
# Short durations.
overview-seconds = { $count ->
    [one] { $count } s
   *[other] { $count } s
}
overview-minutes = { $count ->
    [one] { $count } min
   *[other] { $count } min
}
# Hours and minutes, such as 4 h 10.
overview-hours = { $hours } h { $minutes }
overview-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}

## Outcomes by day
overview-part-answered = Answered or decided
overview-part-declined = Declined
overview-part-cancelled = Called off by the program
overview-part-expired = Expired
# Headings of the chart.
overview-expired-on = { $count ->
    [one] { $count } question expired on { $day }
   *[other] { $count } questions expired on { $day }
}
overview-nothing-ended = Nothing ended in this time
overview-nothing-expired = Nothing expired in this time
# Above a bar of the chart.
overview-bar-expired = { $count ->
    [one] { $count } expired
   *[other] { $count } expired
}
overview-by-day = Outcomes by day
overview-by-day-utc = Outcomes by day, in UTC.
# Read out by screen readers in place of the chart. $heading is one of the headings above.
overview-by-day-spoken = Outcomes by day: { $answered } answered or decided, { $declined } declined, { $cancelled } called off, { $expired } expired in all. { $heading }.
overview-as-table = Show as a table
overview-day = Day

## How long answers took
overview-half-of-all = Half of all answers come within { $time }
overview-no-answers = No answers in this time
overview-nine-of-all = Nine of ten come within { $time }.
overview-answers-by-minutes = { $count ->
    [one] { $count } answer by the minutes that it took.
   *[other] { $count } answers by the minutes that they took.
}
overview-minutes-table = Answers by the minutes that they took
overview-minutes-head = Minutes
overview-answers-head = Answers
# Ranges of minutes, such as 5–10.
overview-under = under { $number }
overview-between = { $from }–{ $to }
overview-over = over { $number }

## Programs and people
overview-asks-most = { $count ->
    [one] { $client } asks most: { $count } question
   *[other] { $client } asks most: { $count } questions
}
overview-no-program = No program asked in this time
overview-programs = Programs
overview-who-asks = Who asks
overview-asked = Asked
overview-answered = Answered
overview-waiting = Waiting
overview-half-within = Half within
overview-most-waiting = { $name } has most waiting: { $number }
overview-none-waiting = Nothing waits for a single person
overview-no-person = No person answered in this time
overview-people = People
overview-who-answers = Who answers
overview-person-or-group = Person or group
overview-share = Share of the most
overview-of-most = { $part } of at most { $most }
overview-group = Group { $name }
