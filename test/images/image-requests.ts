import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestService } from "../support/service.ts";

/** Where a service is and who asks. */
export type Target = Pick<TestService, "url" | "admin">;

/** An answer of the image endpoint. */
export interface Answer {
  readonly status: number;
  /** Of an accepted upload, else "". */
  readonly url: string;
  /** Of a refusal, else "". */
  readonly message: string;
}

const textOf = (body: unknown, name: string): string => {
  if (typeof body !== "object" || body === null) return "";
  const value: unknown = Object.entries(body).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : "";
};

/** Reads an answer, and checks that it is JSON: every one but 401 is. */
export const answerOf = async (response: Response): Promise<Answer> => {
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  const body: unknown = await response.json();
  return { status: response.status, url: textOf(body, "url"), message: textOf(body, "message") };
};

/** A form as a browser makes it. */
export const formOf = (level: string, bytes: Uint8Array, name: string): FormData => {
  const form = new FormData();
  form.append("level", level);
  form.append("file", new Blob([bytes.slice()]), name);
  return form;
};

/** Posts a form with the administrator's token. */
export const post = async ({ url, admin }: Target, form: FormData): Promise<Answer> =>
  answerOf(
    await fetch(`${url}/api/floorplan/background`, {
      method: "POST",
      headers: { Authorization: `Bearer ${admin}` },
      body: form,
    }),
  );

/** Uploads an image that must be accepted, and returns its URL. */
export const upload = async (
  target: Target,
  level: string,
  bytes: Uint8Array,
  name: string,
): Promise<string> => {
  const answer = await post(target, formOf(level, bytes, name));
  assert.equal(answer.status, 200, answer.message);
  return answer.url;
};

/** Deletes the image of a floor; `query` as it stands behind the question mark. */
export const remove = ({ url, admin }: Target, query: string): Promise<Response> =>
  fetch(`${url}/api/floorplan/background?${query}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${admin}` },
  });

/** The bytes at a path of the service; undefined where there is nothing. */
export const bytesAt = async ({ url }: Target, path: string): Promise<Buffer | undefined> => {
  const response = await fetch(`${url}${path}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.status === 200 ? bytes : undefined;
};

/** The path of an image's URL without its version. */
export const plainPath = (imageUrl: string): string => imageUrl.replace(/\?.*/, "");

/** The version in an image's URL. */
export const versionOf = (imageUrl: string): number => Number(/\?v=(\d+)$/.exec(imageUrl)?.[1]);

/** What lies in the folder of the images. */
export const imageFiles = ({ data }: Pick<TestService, "data">): Promise<string[]> =>
  readdir(join(data, "www", "floorplan"));

/** What lies in the folder of uploads that are being received. */
export const incomingFiles = ({ data }: Pick<TestService, "data">): Promise<string[]> =>
  readdir(join(data, "www", ".incoming"));
