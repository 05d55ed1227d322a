import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { FloorplanClient } from "../client/client.ts";
import { settings } from "../server/settings.ts";
import { addressesIn } from "../client/nodes.ts";
import { type ExitCode, fail, type Input, settingOf } from "./cli-command.ts";

const defaultUrl = `http://${settings.host.default}:${settings.port.default}`;

/**
 * Whether a command that works on a service or on stored data asks the service: if one is named, unless only the
 * environment does so and the command line names a folder or a cluster.
 */
export const namesService = (input: Input): boolean =>
  input.isTyped("url") ||
  (input.option("url") !== undefined && !input.isTyped("data") && !input.isTyped("cluster"));

/** The service's addresses, one or several. Left: which one is invalid. */
export const urlsOf = (input: Input): Either<string, readonly string[]> => {
  const given = input.option("url") ?? defaultUrl;
  const urls = addressesIn(given);
  const odd = urls.find((url) => !/^https?:\/\/./.test(url) || !URL.canParse(url));
  return urls.length > 0 && odd === undefined
    ? right(urls)
    : left(`--url: expected http://… or https://…, not "${odd ?? given}"`);
};

/** The service's addresses and the token. Left: which one is missing or invalid. */
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
 * Connects to the service that the options name, and runs `use`. Prints what fails, with exit code 1, and a missing or
 * invalid option, with 2.
 */
export const withClient = async (
  input: Input,
  use: (client: FloorplanClient) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const service = serviceOf(input);
  if (isLeft(service)) return fail(input, service.left, 2);
  const { urls, token } = service.right;
  // Loaded lazily: commands without a connection start faster.
  const { connect, describeFailure } = await import("./connection.ts");
  const connected = await connect(urls, { token, domain: settingOf(input, "domain") });
  if (isLeft(connected)) return fail(input, connected.left);
  const client = connected.right;
  try {
    return await use(client);
  } catch (error) {
    return fail(input, describeFailure(error, urls));
  } finally {
    client.close();
  }
};
