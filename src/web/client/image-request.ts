import { left, right } from "fp-ts/lib/Either.js";
import type { Answer } from "../connection/plan-client.ts";
import { textField } from "../../client/errors.ts";

/** An upload of a tracing image. */
export interface UploadRequest {
  readonly url: string;
  readonly token: string;
  readonly body: FormData;
  /** Gets the part of the body that was sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal?: AbortSignal | undefined;
}

const parseAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Sends an upload and returns the JSON that answers it. The left has the code `http_` and the status, `offline` or `aborted`. */
// `fetch` cannot tell how much of a body was sent.
export const requestUpload = (request: UploadRequest): Answer<unknown> =>
  new Promise((resolve) => {
    const { url, token, body, onProgress, signal } = request;
    const xhr = new XMLHttpRequest();
    const fail = (code: string, message: string): void => resolve(left({ code, message }));
    xhr.open("POST", url);
    xhr.setRequestHeader("Authorization", `Bearer ${token}`);
    xhr.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    xhr.addEventListener("load", () => {
      const answer = parseAnswer(xhr.responseText);
      if (xhr.status >= 200 && xhr.status < 300) resolve(right(answer));
      else fail(`http_${xhr.status}`, textField(answer, "message") ?? xhr.statusText);
    });
    xhr.addEventListener("error", () => fail("offline", "the service cannot be reached"));
    xhr.addEventListener("abort", () => fail("aborted", "the upload was ended"));
    signal?.addEventListener("abort", () => xhr.abort());
    if (signal?.aborted === true) return fail("aborted", "the upload was ended");
    xhr.send(body);
  });
