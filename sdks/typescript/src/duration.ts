/** How long: milliseconds, or a number with a unit. */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns a duration in whole milliseconds. Throws `RangeError` for text that is no duration. */
export function milliseconds(duration: Duration): number {
  if (typeof duration === "number") return Math.round(duration);
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration);
  const unit = UNITS[match?.[2] ?? ""];
  if (!match || unit === undefined) {
    throw new RangeError(`"${duration}" is no duration; write milliseconds, or a number with ms, s, m, h or d: "5m"`);
  }
  return Math.round(Number(match[1]) * unit);
}

/** Returns the milliseconds until a moment, or a duration in milliseconds. */
export function timeoutOf(timeout: Duration | Date, now: number = Date.now()): number {
  // The service rejects a timeout of zero; a moment in the past becomes the shortest one.
  return timeout instanceof Date ? Math.max(1, timeout.getTime() - now) : milliseconds(timeout);
}

/** Waits for some milliseconds. Rejects with the reason of the signal if it is aborted before. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
}
