/** Finds the service: an explicit address, the environment, or the service of this machine. */

/** Where the service is, and the API key for it. */
export interface ServiceAddress {
  readonly address: string;
  readonly key: string | undefined;
}

/** Tells where the service is. */
export interface ServiceLocator {
  /** The address that was found last, or where the service is expected. */
  readonly address: string;
  /** Whether the service can move: then it is looked for again when it does not answer. */
  readonly canMove: boolean;
  locate(again: boolean): Promise<ServiceAddress>;
}

/** The address of `askwell serve` without settings. */
const DEFAULT_ADDRESS = "http://127.0.0.1:8787";

/** A larger descriptor is not one. */
const LARGEST_DESCRIPTOR = 64 << 10;

/** How long a service may take to say which one it is. */
const HEALTH_TIMEOUT = 2_000;

/**
 * Returns the locator for the given address and key, or for those of `ASKWELL_SERVICE` and `ASKWELL_KEY`, or for the
 * service that runs on this machine. The key of the environment is never sent to an explicit address.
 */
export function serviceLocator(
  given: { service?: string | URL | undefined; apiKey?: string | undefined },
  fetchFunction: typeof fetch,
): ServiceLocator {
  if (given.service !== undefined) return fixed(tidyAddress(String(given.service)), given.apiKey);
  const key = given.apiKey ?? environment("ASKWELL_KEY");
  const named = environment("ASKWELL_SERVICE") ?? environment("ASKWELL_URL");
  if (named === undefined || named === "auto") return new LocalLocator(key, fetchFunction);
  if (named === "none") {
    throw new TypeError("ASKWELL_SERVICE is `none`: set it to the address of a service, or to `auto`");
  }
  return fixed(tidyAddress(named), key);
}

function fixed(address: string, key: string | undefined): ServiceLocator {
  const found = { address, key };
  return { address, canMove: false, locate: async () => found };
}

/** Finds the service of this user by its descriptor; docs/service.md describes it. */
class LocalLocator implements ServiceLocator {
  readonly canMove = true;
  readonly #key: string | undefined;
  readonly #fetch: typeof fetch;
  #found: Promise<ServiceAddress> | undefined;
  #address = DEFAULT_ADDRESS;

  constructor(key: string | undefined, fetchFunction: typeof fetch) {
    this.#key = key;
    this.#fetch = fetchFunction;
  }

  get address(): string {
    return this.#address;
  }

  locate(again: boolean): Promise<ServiceAddress> {
    if (again || !this.#found) this.#found = this.#look();
    return this.#found;
  }

  async #look(): Promise<ServiceAddress> {
    // Where there are no files, or no permission to read them, the default address remains.
    const descriptor = await readDescriptor().catch(() => undefined);
    const runs = descriptor !== undefined && (await isRunning(descriptor, this.#fetch));
    const found = runs
      ? { address: descriptor.url, key: this.#key ?? descriptor.key }
      : { address: DEFAULT_ADDRESS, key: this.#key };
    this.#address = found.address;
    return found;
  }
}

/** What a running service says about itself in a file. */
interface Descriptor {
  readonly url: string;
  readonly instance: string;
  readonly key: string | undefined;
}

async function readDescriptor(): Promise<Descriptor | undefined> {
  const [{ stat, readFile }, path] = await Promise.all([import("node:fs/promises"), import("node:path")]);
  const isWindows = process.platform === "win32";
  const absolute = (folder: string | undefined) => (folder && path.isAbsolute(folder) ? folder : undefined);
  const home = isWindows ? absolute(environment("LOCALAPPDATA")) : absolute(environment("HOME"));
  const state = absolute(environment("XDG_STATE_HOME")) ?? (home && (isWindows ? home : path.join(home, ".local", "state")));
  if (!state) return undefined;
  const file = path.join(state, "askwell", "service.json");
  const { uid, mode, size } = await stat(file);
  // A file of another user, or one that others can write, could lead anywhere.
  const isForeign = !isWindows && (uid !== process.getuid?.() || (mode & 0o022) !== 0);
  if (isForeign || size > LARGEST_DESCRIPTOR) return undefined;
  const { version, url, instance, key, pid } = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  if (version !== 1 || typeof url !== "string" || typeof instance !== "string" || !isAlive(pid)) return undefined;
  return { url: tidyAddress(url), instance, key: typeof key === "string" ? key : undefined };
}

/** Whether a process runs; one of another user counts, since the system does not tell more. */
function isAlive(pid: unknown): boolean {
  if (typeof pid !== "number") return true;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

/** Whether the service at the address is the one of the descriptor. It is asked without the key. */
async function isRunning(descriptor: Descriptor, fetchFunction: typeof fetch): Promise<boolean> {
  try {
    const init = { signal: AbortSignal.timeout(HEALTH_TIMEOUT), redirect: "error" as const };
    const response = await fetchFunction(`${descriptor.url}/healthz`, init);
    await response.body?.cancel();
    return response.headers.get("askwell-instance") === descriptor.instance;
  } catch {
    return false;
  }
}

function tidyAddress(address: string): string {
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`the address of the service must begin with http:// or https://, not ${url.protocol}`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function environment(name: string): string | undefined {
  const variables = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;
  return variables?.[name] || undefined;
}
