/** Files in answers, and uploads. */

import { AskwellError } from "./errors.js";
import type { CallOptions, Transport } from "./transport.js";

/** A file as an answer contains it: its content, or where the content is. */
export interface FileAnswer {
  readonly filename: string;
  readonly content_type: string;
  readonly size: number;
  readonly content: string | { readonly type: "local" | "url" | "s3"; readonly location: string };
}

/** A file that a person gave. Its content is read when you ask for it. */
export class AnsweredFile {
  /** The name that the person's file had. Check it before you use it as a path. */
  readonly name: string;
  /** The media type, which the service compared with the content. */
  readonly type: string;
  readonly size: number;
  /** The answer as the service sent it. */
  readonly answer: FileAnswer;
  readonly #transport: Transport;
  readonly #elicitationId: string;

  constructor(transport: Transport, elicitationId: string, answer: FileAnswer) {
    this.name = answer.filename;
    this.type = answer.content_type;
    this.size = answer.size;
    this.answer = answer;
    this.#transport = transport;
    this.#elicitationId = elicitationId;
  }

  /** Opens the content as a stream; the file is never completely in memory. */
  async stream(options?: CallOptions): Promise<ReadableStream<Uint8Array>> {
    const { content } = this.answer;
    if (typeof content === "string") return new Blob([decodeBase64(content)]).stream() as ReadableStream<Uint8Array>;
    if (content.type !== "local") {
      throw new AskwellError(`the file ${this.name} is not at the service; get it from ${content.location}`);
    }
    const path = `/uploads/${this.#elicitationId}/${encodeURIComponent(content.location)}`;
    const { body } = await this.#transport.request(path, {}, options);
    return (body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>;
  }

  /** Reads the whole content. */
  async bytes(options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    const buffer = await new Response((await this.stream(options)) as NonNullable<RequestInit["body"]>).arrayBuffer();
    return new Uint8Array(buffer);
  }

  /** Reads the whole content as text in UTF-8. */
  async text(options?: CallOptions): Promise<string> {
    return new TextDecoder().decode(await this.bytes(options));
  }

  /** Reads the whole content into a `File`. */
  async file(options?: CallOptions): Promise<File> {
    return new File([await this.bytes(options)], this.name, { type: this.type });
  }
}

/** Uploads a file for a field; returns the answer to that field. A stream is sent piece by piece. */
export async function uploadFile(
  transport: Transport,
  elicitationId: string,
  field: string,
  content: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string,
  file: { readonly filename: string; readonly contentType: string },
  options?: CallOptions,
): Promise<FileAnswer> {
  const query = new URLSearchParams({ filename: file.filename });
  const path = `/uploads/${elicitationId}/${encodeURIComponent(field)}?${query}`;
  const init: RequestInit & { duplex?: "half" } = {
    method: "POST",
    headers: { "content-type": file.contentType },
    body: content as NonNullable<RequestInit["body"]>,
  };
  // Needed to send a stream; other bodies do not mind.
  if (content instanceof ReadableStream) init.duplex = "half";
  const response = await transport.request(path, init, { elicitationId, ...options });
  return (await response.json()) as FileAnswer;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
