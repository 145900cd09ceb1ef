// The forms of the tests.

const cities = ["Amsterdam", "Athens", "Berlin", "Bern", "Brussels", "Copenhagen", "Dublin", "Helsinki", "Lisbon", "London", "Madrid", "Oslo", "Paris", "Prague", "Rome", "Stockholm", "Vienna", "Warsaw", "Zagreb"];

/// Every kind in every display style.
export const everything = {
  id: "everything", title: "Set up a new environment", description: "The release needs a place to run.\nNothing is created before you send this.",
  fields: [
    { id: "name", type: "text", label: "Name", description: "Lower case, as it appears in addresses.", required: true, validation: { minLength: 3, maxLength: 20, pattern: "^[a-z0-9-]+$" }, rendering: { placeholder: "staging-2", gridColumn: 7, gridRow: 1, validationTrigger: "on_change", debounceMs: 100, autocomplete: "off" } },
    { id: "owner", type: "text", label: "Contact", required: true, validation: { format: "email" }, rendering: { inputType: "email", autocomplete: "email", gridColumn: 5, gridRow: 1, validationTrigger: "on_blur", placeholder: "person@example.com" } },
    { id: "phone", type: "text", label: "Phone", rendering: { displayStyle: "tel", gridColumn: 6 } },
    { id: "find", type: "text", label: "Ticket", rendering: { inputType: "search", gridColumn: 6, breakAfter: true } },
    { id: "token", type: "text", label: "Access token", required: true, description: "From your account settings.", rendering: { inputType: "password", helpText: "Stored encrypted, shown to nobody." } },
    { id: "notes", type: "text", label: "Notes", rendering: { rows: 4, helpText: "Anything the next person should know." } },
    { id: "plain", type: "number", label: "Monthly budget", validation: { minimum: 0 }, rendering: { helpText: "In euros.", gridColumn: 4 } },
    { id: "replicas", type: "number", label: "Replicas", required: true, default: 3, validation: { minimum: 1, maximum: 9, multipleOf: 1 }, rendering: { displayStyle: "stepper", gridColumn: 4 } },
    { id: "memory", type: "number", label: "Memory in GB", default: 8, validation: { minimum: 1, maximum: 64 }, rendering: { displayStyle: "slider", step: 1 } },
    { id: "backups", type: "boolean", label: "Daily backups", default: true, description: "Kept for two weeks.", rendering: { displayStyle: "checkbox" } },
    { id: "public", type: "boolean", label: "Reachable from the internet", rendering: { displayStyle: "toggle", helpText: "You can change this later." } },
    { id: "agree", type: "boolean", label: "May it restart at night?", required: true, rendering: { displayStyle: "radio" } },
    { id: "day", type: "date", label: "First day", required: true, validation: { minimum: "2026-01-01", maximum: "2030-12-31" }, rendering: { displayFormat: "DD.MM.YYYY", gridColumn: 4 } },
    { id: "moment", type: "date", label: "Switch over at", rendering: { enableTime: true, gridColumn: 8 } },
    { id: "size", type: "select", label: "Size", required: true, options: [{ value: "s", title: "Small" }, { value: "m", title: "Medium" }, { value: "l", title: "Large" }], rendering: { displayStyle: "dropdown", gridColumn: 6 } },
    { id: "tier", type: "select", label: "Support", required: true, default: "day", options: [{ value: "none", title: "None" }, { value: "day", title: "Office hours" }, { value: "all", title: "Around the clock" }], rendering: { displayStyle: "segmented" } },
    { id: "plan", type: "select", label: "Billing", options: [{ value: "month", title: "Monthly, cancel any time" }, { value: "year", title: "Yearly, two months free" }], rendering: { displayStyle: "radio" } },
    { id: "city", type: "select", label: "Nearest city", options: cities, rendering: { searchable: true } },
    { id: "features", type: "multi_select", label: "Features", default: ["logs"], options: [{ value: "logs", title: "Logs" }, { value: "metrics", title: "Metrics" }, { value: "traces", title: "Traces" }, { value: "profiles", title: "Profiles" }], validation: { minItems: 1, maxItems: 3 }, rendering: { displayStyle: "checkbox" } },
    { id: "tags", type: "multi_select", label: "Tags", options: ["internal", "customer", "temporary", "critical", "experiment"], rendering: { displayStyle: "chips" } },
    { id: "regions", type: "multi_select", label: "Regions", options: cities, rendering: { displayStyle: "multiselect_dropdown", searchable: true } },
    { id: "hook", type: "url", label: "Webhook", rendering: { testButton: true, placeholder: "https://hooks.example.com/deploy" } },
    { id: "config", type: "file", label: "Configuration", validation: { maxSize: 100000, allowedExtensions: [".json", ".yaml"] }, rendering: { helpText: "JSON or YAML, at most 100 KB." } },
    { id: "logo", type: "file", label: "Logo", validation: { allowedMimeTypes: ["image/png"] }, rendering: { preview: true, dragAndDrop: false } },
    { id: "kind", type: "text", label: "Created by", default: "deploy pipeline", rendering: { readonly: true, gridColumn: 6 } },
    { id: "zone", type: "select", label: "Zone", default: "b", options: ["a", "b"], rendering: { readonly: true, gridColumn: 6 } },
    { id: "trace", type: "text", label: "Trace", default: "abc-123", rendering: { hidden: true } },
  ],
};

/// Fields that come and go, are switched off, and become required.
export const conditional = {
  id: "conditional", title: "Where should we send it?", fields: [
    { id: "how", type: "select", label: "Delivery", required: true, default: "mail", options: [{ value: "mail", title: "By email" }, { value: "post", title: "By post" }, { value: "none", title: "Not at all" }], rendering: { displayStyle: "segmented" } },
    { id: "address", type: "text", label: "Street and number", required: true, rendering: { conditionalDisplay: { operator: "equals", field: "how", value: "post" } } },
    { id: "mail", type: "text", label: "Email address", validation: { format: "email" } },
    { id: "express", type: "boolean", label: "Express" },
    { id: "reason", type: "text", label: "Reason" },
  ],
  validation: { dependencies: {
    mail: { action: "show", condition: { operator: "equals", field: "how", value: "mail" } },
    express: { action: "disable", condition: { operator: "equals", field: "how", value: "none" } },
    reason: { action: "validate", condition: { operator: "equals", field: "how", value: "none" } },
  } },
};

export const approval = {
  id: "approval", title: "Deploy version 4.2 to production?", description: "All checks have passed. 312 users are signed in at the moment; the last deployment was two days ago.",
  fields: [
    { id: "go", type: "boolean", label: "Deploy now?", required: true, rendering: { displayStyle: "radio" } },
    { id: "strategy", type: "select", label: "How", required: true, default: "rolling", options: [{ value: "rolling", title: "Rolling" }, { value: "blue", title: "Blue/green" }, { value: "canary", title: "Canary" }], rendering: { displayStyle: "segmented" } },
    { id: "notify", type: "multi_select", label: "Tell", default: ["team"], options: [{ value: "team", title: "The team" }, { value: "support", title: "Support" }, { value: "status", title: "Status page" }], rendering: { displayStyle: "chips" } },
    { id: "comment", type: "text", label: "Comment", rendering: { rows: 3 } },
  ],
};

export const secret = {
  id: "secret", title: "Connect the issue tracker", description: "The assistant wants to read open tickets. It gets this token and nothing else.",
  fields: [
    { id: "token", type: "text", label: "Access token", required: true, validation: { minLength: 12 }, rendering: { inputType: "password", helpText: "Settings → Developer → New token. Read access is enough." } },
    { id: "hook", type: "url", label: "Address of the tracker", required: true, rendering: { placeholder: "https://tracker.example.com", testButton: true } },
  ],
};

export const hebrew = {
  id: "rtl", title: "הקמת שרת חדש", description: "השרת ישמש את צוות הפיתוח.", fields: [
    { id: "name", type: "text", label: "שם", required: true, rendering: { gridColumn: 6 } },
    { id: "mail", type: "text", label: "דואר אלקטרוני", rendering: { inputType: "email", gridColumn: 6 } },
    { id: "size", type: "select", label: "גודל", required: true, options: [{ value: "s", title: "קטן" }, { value: "l", title: "גדול" }] },
    { id: "backup", type: "boolean", label: "גיבוי יומי", default: true, rendering: { displayStyle: "toggle" } },
    { id: "tags", type: "multi_select", label: "תגיות", options: [{ value: "a", title: "פנימי" }, { value: "b", title: "לקוח" }], rendering: { displayStyle: "chips" } },
    { id: "hook", type: "url", label: "כתובת" },
  ],
};

/// Words that only a browser can break.
export const endless = { id: "endless", title: "Endless".repeat(30), description: "word".repeat(100), fields: [
  { id: "a", type: "text", label: "L".repeat(120), description: "D".repeat(200), rendering: { helpText: "H".repeat(200), gridColumn: 4 } },
  { id: "b", type: "select", label: "Segments", options: [{ value: "1", title: "T".repeat(100) }, { value: "2", title: "Two" }], rendering: { displayStyle: "segmented" } },
  { id: "c", type: "multi_select", label: "Chips", options: ["C".repeat(90), "d"], rendering: { displayStyle: "chips" } },
  { id: "d", type: "boolean", label: "B".repeat(100), rendering: { displayStyle: "toggle" } },
  { id: "e", type: "select", label: "List", options: ["O".repeat(90), "p"] },
] };

/// A secret of several lines.
export const key = { id: "key", title: "The key of the machine", fields: [
  { id: "key", type: "text", label: "Private key", required: true, rendering: { inputType: "password", rows: 5, helpText: "In PEM format." } },
  { id: "phrase", type: "text", label: "Passphrase", rendering: { inputType: "password" } },
] };

/// As many fields, or options, as one likes.
export const large = (fields) => ({ id: "large", title: `A form of ${fields} fields`, fields: Array.from({ length: fields }, (_, n) => [
  { id: `text${n}`, type: "text", label: `Text ${n}`, description: "A line." },
  { id: `number${n}`, type: "number", label: `Number ${n}`, validation: { minimum: 0, maximum: 100 } },
  { id: `choice${n}`, type: "select", label: `Choice ${n}`, options: ["a", "b", "c"] },
  { id: `yes${n}`, type: "boolean", label: `Yes ${n}` },
][n % 4]) });

export const long = (options) => ({ id: "long", title: `A choice of ${options}`, fields: [
  { id: "city", type: "select", label: "City", required: true, options: Array.from({ length: options }, (_, n) => ({ value: `c${n}`, title: `City number ${n}` })) },
  { id: "many", type: "multi_select", label: "More cities", options: Array.from({ length: options }, (_, n) => ({ value: `c${n}`, title: `City number ${n}` })) },
] });
