import { floorplanErrors } from "../../plan/plan-codecs.ts";
import { hassErrors } from "../../hass/error-codes.ts";
import { hostErrors } from "../../host/channel/error-codes.ts";

/** What the documents say of the service as a whole. */
export interface ApiInfo {
  /** How the package is called. */
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Host and port where it listens unless it is told otherwise. */
  readonly address: string;
  /** Path of the websocket. */
  readonly websocket: string;
}

/** The head of a document. */
export const infoOf = ({ version, license }: ApiInfo, title: string, description: string) => ({
  title,
  version,
  description,
  license: { name: license, url: `https://spdx.org/licenses/${license}.html` },
});

/** When each error code is answered. */
export const errorCodes: Readonly<Record<string, string>> = {
  ...hostErrors,
  ...floorplanErrors,
  ...hassErrors,
};

/** When a code is answered; throws of one that nobody has described. */
export const whenOf = (code: string): string => {
  const when = errorCodes[code];
  if (when === undefined) throw new TypeError(`nobody has said when ${code} is answered`);
  return when;
};

/** Whether errors of somebody else, with codes of theirs, come where this code does. */
export const isOpenToOthers = (code: string): boolean => Object.hasOwn(hassErrors, code);
