import type { WayIn } from "../../server/audit/audit.ts";
import type { CommandProxyOpener } from "../channel/elsewhere.ts";
import type { User } from "../../auth/user.ts";

/** Somebody who has logged in. */
export interface Person {
  readonly user: User;
  readonly by: WayIn;
  /** Tells what they came in with from all else by which the same user may come in. */
  readonly key: string;
  /** Whether that still holds, as far as is known here: it may have been revoked since they were found. */
  readonly holds: () => boolean;
  /** Where their commands go that are not known here; undefined where these are unknown commands. */
  readonly elsewhere: CommandProxyOpener | undefined;
}

/** Who a token is of, as far as others can tell. */
export type Identified =
  | { readonly kind: "known"; readonly person: Person }
  /** The token is not valid. */
  | { readonly kind: "refused"; readonly message: string }
  /** Nobody can tell now; it may be valid. `problem` has what is not for strangers, who are told the message. */
  | { readonly kind: "unavailable"; readonly message: string; readonly problem?: string };

/** Knows whose the tokens are that are not kept here. */
export interface Identities {
  /** Whose a token is that comes from an address, where that was found out a short while ago. Asks nobody. A token for one login is spent with it. */
  readonly kept: (token: string, address: string) => Person | undefined;
  /** Whether a token was given out here, and so is no guess, whoever it belongs to now. Asks nobody. */
  readonly vouches: (token: string) => boolean;
  /** What a token that may not have been given out here has in common with those that its owner had before and gets after it; undefined where it cannot be one. Asks nobody. */
  readonly markOf: (token: string) => string | undefined;
  /** Whose a token is that comes from an address, and whether one of that mark has let somebody in from there before; undefined, and nobody is asked, where it cannot be one. */
  readonly ask: (
    token: string,
    address: string,
    wasLetIn: boolean,
  ) => Promise<Identified> | undefined;
}

/** Asks each in turn whether a token can be one that it knows. */
export const firstIdentified = (all: readonly Identities[]): Identities => {
  const first = <A>(look: (each: Identities) => A | undefined): A | undefined => {
    for (const each of all) {
      const found = look(each);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    kept: (token, address) => first((each) => each.kept(token, address)),
    vouches: (token) => all.some((each) => each.vouches(token)),
    markOf: (token) => first((each) => each.markOf(token)),
    ask: (token, address, wasLetIn) => first((each) => each.ask(token, address, wasLetIn)),
  };
};
