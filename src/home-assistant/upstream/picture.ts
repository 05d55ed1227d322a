import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { CommandError } from "../../server/websocket/command.ts";
import type { HomeAssistantSettings } from "./handshake.ts";
import { homeAssistantProblem, wordsFor } from "./status.ts";

/** A picture as Home Assistant gave it. */
export interface Picture {
  readonly type: string;
  readonly content: Buffer;
}

/** Bytes of a picture at most: far more than one of the requested size takes. */
export const pictureBytes = 4 * 1024 * 1024;

/** The size in pixels that is asked for; Home Assistant scales pictures down only. */
const size = "width=1280&height=720";

const noPicture: CommandError = {
  code: "no_picture",
  message: "Home Assistant has no picture of this entity now",
};

const tooLarge: CommandError = {
  code: "no_picture",
  message: `the picture has more than picture-bytes, ${pictureBytes} bytes`,
};

/** Reads a body of at most `pictureBytes`. */
const readBody = async (response: Response): Promise<Buffer | undefined> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > pictureBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Gets the newest picture of an entity, of a domain that has pictures: `camera` or `image` (homeassistant
 * `components/camera`, `CameraImageView`; `components/image`, `ImageView`).
 */
export const readPicture = async (
  { homeAssistant, homeAssistantMs: ms }: HomeAssistantSettings,
  token: string,
  entity: string,
): Promise<Either<CommandError, Picture>> => {
  const [domain = ""] = entity.split(".");
  const url = `${homeAssistant.replace(/\/+$/, "")}/api/${domain}_proxy/${entity}?${size}`;
  const signal = AbortSignal.timeout(ms);
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      // A redirect would send the token to another address.
      redirect: "manual",
      signal,
    });
    const type = /^image\/[\w.+-]+/.exec(response.headers.get("content-type") ?? "")?.[0];
    if (response.status !== 200 || type === undefined) {
      await response.body?.cancel();
      return left(noPicture);
    }
    const content = await readBody(response);
    return content === undefined ? left(tooLarge) : right({ type, content });
  } catch {
    if (!signal.aborted) return left(noPicture);
    const message = wordsFor(homeAssistantProblem.slow(homeAssistant, ms));
    return left({ code: "timeout", message });
  }
};
