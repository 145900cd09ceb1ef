// Writes every TypeScript example of the documentation to build-snippets/, where it is compiled and run by
// test/snippets.test.ts. A fence ```ts is an example; ```ts title=NAME gives it a name.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "build-snippets");
const documents = [join(root, "README.md"), join(root, "..", "..", "docs", "sdk-typescript.md")];

mkdirSync(out, { recursive: true });
for (const document of documents.filter(existsSync)) {
  const fences = [...readFileSync(document, "utf8").matchAll(/^```ts\n(.*?)^```$/gms)];
  fences.forEach(([, code], index) => {
    const name = `${basename(document, ".md").toLowerCase()}-${String(index + 1).padStart(2, "0")}.ts`;
    writeFileSync(join(out, name), `${code}\nexport {};\n`);
  });
}
