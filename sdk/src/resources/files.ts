import { JunctorError } from "../http/error.ts";
import {
  type AccountOptions,
  type CallOptions,
  type ConnectionOptions,
  type Credential,
  createSend,
  forAccount,
} from "../http/http.ts";

const FILES = "/api/v2/public/file";

/** A downloaded file; its content type is in the reference `{ "$file": id, … }`. */
export interface DownloadedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Calls that upload files for what takes one, and download those of executions and actions. */
export function fileCalls(connection: ConnectionOptions, credential: Credential) {
  const send = createSend(connection, credential, readFile);
  const sendForm = createSend(connection, credential);
  return {
    /**
     * Stores a file for an account; the reply is its reference, which inputs of actions and payloads of events and
     * executions take in place of a file.
     */
    upload: (file: Blob, { name, ...options }: AccountOptions & { readonly name?: string }) => {
      const form = new FormData();
      form.append("file", file, name ?? (file instanceof File ? file.name : "file"));
      return sendForm("post", FILES, { body: form, ...forAccount(options) });
    },
    /** The bytes of a file, by the `$file` of its reference. */
    get: async (id: string, options: CallOptions = {}): Promise<DownloadedFile> => {
      const headers = { accept: "application/octet-stream" };
      const file: unknown = await send("get", `${FILES}/{id}`, {
        path: { id },
        ...options,
        headers,
      });
      return file as DownloadedFile;
    },
  };
}

async function readFile(reply: Response): Promise<DownloadedFile> {
  const encoded = /filename\*=UTF-8''([^;]*)/.exec(reply.headers.get("content-disposition") ?? "")?.[1];
  if (encoded === undefined) {
    throw new JunctorError({
      status: reply.status,
      code: "UNEXPECTED_REPLY",
      message: "The server did not respond with a file: is baseUrl the address of a Junctor server?",
    });
  }
  return { name: decodeURIComponent(encoded), bytes: new Uint8Array(await reply.arrayBuffer()) };
}
