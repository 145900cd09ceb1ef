// Reads generated forms from stdin, one JSON object a line, and compares the verdicts of RJSF with those of the form:
// the real validator judges the same answers, and the real component renders every form.
import { createInterface } from 'node:readline'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import rjsf from '@rjsf/core'
import validatorModule from '@rjsf/validator-ajv8'

const Form = rjsf.default ?? rjsf
const validator = validatorModule.default ?? validatorModule
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;').replaceAll("'", '&#x27;')

let forms = 0, verdicts = 0, accepted = 0
const wrong = []
for await (const line of createInterface({ input: process.stdin })) {
  const { form, export: { schema, uiSchema, formData }, judged, exact, labels } = JSON.parse(line)
  forms += 1
  const html = renderToStaticMarkup(createElement(Form, { schema, uiSchema, formData, validator }))
  if (html.includes('Unsupported field')) wrong.push(['unsupported field', form])
  for (const label of labels) {
    if (!html.includes(escaped(label))) wrong.push([`no label ${label}`, schema, html])
  }
  for (const { answers, accepted: byForm } of judged) {
    const { errors } = validator.rawValidation(schema, answers)
    const byRjsf = !errors || errors.length === 0
    verdicts += 1
    accepted += byRjsf ? 1 : 0
    if (byForm && !byRjsf) wrong.push(['RJSF refuses what the form accepts', answers, errors, schema])
    if (!byForm && byRjsf && exact) wrong.push(['RJSF accepts what the form refuses', answers, schema])
  }
}
for (const one of wrong.slice(0, 5)) console.error(JSON.stringify(one).slice(0, 3000))
console.log(`${forms} forms rendered, ${verdicts} verdicts compared, ${accepted} accepted, ${wrong.length} differences`)
process.exit(wrong.length === 0 && forms > 50 && accepted > 20 && accepted < verdicts ? 0 : 1)
