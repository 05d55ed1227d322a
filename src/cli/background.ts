import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import { deleteImage, uploadImage } from "./image-endpoint.ts";
import { clientOptions } from "./options.ts";
import { progressBar } from "./progress.ts";
import { type ExitCode, fail, type Input, type Verb } from "./verb.ts";

const put = async (input: Input): Promise<ExitCode> => {
  const [level = "", file = ""] = input.args;
  let size: number;
  try {
    ({ size } = await stat(file));
  } catch (error) {
    return fail(input, `${file} cannot be read: ${messageOf(error)}`);
  }
  const bar = progressBar(size);
  const content = async function* (): AsyncGenerator<Buffer> {
    let sent = 0;
    for await (const chunk of createReadStream(file)) {
      bar.update((sent += chunk.length));
      yield chunk;
    }
  };
  const url = await uploadImage(input, level, { name: basename(file), size, content: content() });
  bar.end();
  if (isLeft(url)) return url.left;
  input.out(url.right);
  return 0;
};

/** `background put`: uploads the tracing image of a floor. */
export const backgroundPut: Verb = {
  words: "background put",
  args: "LEVEL FILE",
  summary: "uploads the tracing image of a floor and prints its URL",
  details:
    "LEVEL is the floor's id, FILE a png, jpg, jpeg, webp or svg. Put the URL into\nbackgrounds.LEVEL.url of the plan, and save it.",
  options: clientOptions,
  run: put,
};

/** `background delete`: removes the tracing image of a floor. */
export const backgroundDelete: Verb = {
  words: "background delete",
  args: "LEVEL",
  summary: "removes the tracing image of a floor; plans of the history keep theirs",
  options: clientOptions,
  run: async (input) => {
    const done = await deleteImage(input, input.args[0] ?? "");
    return isLeft(done) ? done.left : 0;
  },
};
