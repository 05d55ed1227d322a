import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import { settings } from "../config.ts";
import { addressesIn } from "../nodes/addresses.ts";
import type { Nodes } from "../nodes/nodes.ts";
import { settingOf } from "./options.ts";
import { type ExitCode, fail, type Input } from "./verb.ts";

const defaultUrl = `http://${settings.host.default}:${settings.port.default}`;

/** The integration's command types for the domain that was asked for. */
export const commandType = (input: Input, name: string): string =>
  `${settingOf(input, "domain")}/${name}`;

/** Where the service is, as the option names it, at one address or several; the left says what is odd. */
export const urlsOf = (input: Input): Either<string, readonly string[]> => {
  const given = input.option("url") ?? defaultUrl;
  const urls = addressesIn(given);
  const odd = urls.find((url) => !/^https?:\/\/./.test(url) || !URL.canParse(url));
  return urls.length > 0 && odd === undefined
    ? right(urls)
    : left(`--url: expected http://… or https://…, not "${odd ?? given}"`);
};

/** Where the service is and how to get in, as the options name it; the left says which is missing or odd. */
export const serviceOf = (
  input: Input,
): Either<string, { readonly urls: readonly string[]; readonly token: string }> =>
  chain((urls: readonly string[]): ReturnType<typeof serviceOf> => {
    const token = input.option("token");
    return token === undefined
      ? left("--token or FLOORPLAN_TOKEN is missing")
      : right({ urls, token });
  })(urlsOf(input));

/**
 * Connects to the service that the options name, and runs `use` with the connection and the nodes that it may be with.
 * What cannot be done is told on the error output, with exit code 1; a missing or odd option with 2.
 */
export const withConnection = async (
  input: Input,
  use: (connection: Connection, nodes: Nodes) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const service = serviceOf(input);
  if (isLeft(service)) return fail(input, service.left, 2);
  const { urls, token } = service.right;
  // Loaded when it is wanted: commands that need no connection start faster.
  const { connect, whyNot } = await import("./connection.ts");
  const connected = await connect(urls, token);
  if (isLeft(connected)) return fail(input, connected.left);
  const { connection, nodes } = connected.right;
  try {
    return await use(connection, nodes);
  } catch (error) {
    return fail(input, whyNot(error, urls));
  } finally {
    connection.close();
  }
};
