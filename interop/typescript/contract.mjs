// What every peer agrees on: the question, the scripted person, the command line and the report.
// The same words stand in ../python/contract.py and ../rust/src/lib.rs. Nothing here knows an SDK.

import { parseArgs } from 'node:util';

export const QUESTION = 'Which project should be registered?';
export const LINK_QUESTION = 'Connect your account.';
export const LINK = 'https://accounts.example.com/connect?flow=interop';
export const LINK_ID = 'interop-link-1';

export const SCHEMA = {
  type: 'object',
  properties: {
    project: { type: 'string', title: 'Project', minLength: 2, maxLength: 40 },
    size: { type: 'string', title: 'Size', enum: ['small', 'medium', 'large'], default: 'medium' },
    seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 100 },
    contact: { type: 'string', title: 'Contact', format: 'email' },
  },
  required: ['project', 'seats'],
};

const VALID = { project: 'harbour', size: 'large', seats: 12, contact: 'person@example.com' };
const INVALID = { ...VALID, seats: 1000 };

/** A tool's result: what came of the question. */
export function said(action, content) {
  const sorted = content && Object.fromEntries(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = action === 'accept' && sorted ? `accept ${JSON.stringify(sorted)}` : action;
  return { content: [{ type: 'text', text }] };
}

/** Answers as its script says, and remembers what it was asked. */
export function person(script) {
  const asked = [];
  const answer = async ({ mode = 'form', message, url }) => {
    asked.push({ mode, message });
    if (script === 'decline' || script === 'cancel') return { action: script };
    if (mode === 'url') {
      await visit(url);
      return { action: 'accept' };
    }
    return { action: 'accept', content: script === 'invalid' && asked.length === 1 ? INVALID : VALID };
  };
  return { asked, answer };
}

/** Does at a page what a person would do there, if it is one of ours. */
async function visit(url) {
  if (url.startsWith('http://127.0.0.1:')) await fetch(url);
}

export function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      http: { type: 'string' },
      era: { type: 'string', default: 'legacy' },
      tool: { type: 'string' },
      script: { type: 'string' },
      url: { type: 'string' },
    },
  });
  const [role, ...command] = positionals;
  return { role, command, ...values };
}

/** Prints what the client saw, as one line of JSON. */
export function report(asked, result, version) {
  const text = result.content.map(block => block.text ?? '').join('');
  console.log(JSON.stringify({ text, failed: result.isError === true, asked, version }));
}
