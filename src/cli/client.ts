import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import { settings } from "../config.ts";
import { settingOf } from "./options.ts";
import { type ExitCode, fail, type Input } from "./verb.ts";

const defaultUrl = `http://${settings.host.default}:${settings.port.default}`;

/** The integration's command types for the domain that was asked for. */
export const commandType = (input: Input, name: string): string =>
  `${settingOf(input, "domain")}/${name}`;

/** Where the service is, as the option names it; the left says what is odd. */
export const urlOf = (input: Input): Either<string, string> => {
  const url = (input.option("url") ?? defaultUrl).replace(/\/$/, "");
  return /^https?:\/\/./.test(url) && URL.canParse(url)
    ? right(url)
    : left(`--url: expected http://… or https://…, not "${url}"`);
};

/** Where the service is and how to get in, as the options name it; the left says which is missing or odd. */
export const serviceOf = (
  input: Input,
): Either<string, { readonly url: string; readonly token: string }> =>
  chain((url: string): ReturnType<typeof serviceOf> => {
    const token = input.option("token");
    return token === undefined
      ? left("--token or FLOORPLAN_TOKEN is missing")
      : right({ url, token });
  })(urlOf(input));

/**
 * Connects to the service that the options name, and runs `use` with the connection.
 * What cannot be done is told on the error output, with exit code 1; a missing or odd option with 2.
 */
export const withConnection = async (
  input: Input,
  use: (connection: Connection) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const service = serviceOf(input);
  if (isLeft(service)) return fail(input, service.left, 2);
  const { url, token } = service.right;
  // Loaded when it is wanted: commands that need no connection start faster.
  const { connect, whyNot } = await import("./connection.ts");
  const connection = await connect(url, token);
  if (isLeft(connection)) return fail(input, connection.left);
  try {
    return await use(connection.right);
  } catch (error) {
    return fail(input, whyNot(error, url));
  } finally {
    connection.right.close();
  }
};
