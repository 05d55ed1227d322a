import { isLeft, mapLeft } from "fp-ts/lib/Either.js";
import type { Admit, Login } from "../host/users/authenticator.ts";
import type { Storage } from "./storage.ts";

/** Strangers hear it: keys and addresses of the cluster, which stand in the reason, are for the log. */
const message = "this node cannot know now what the others have changed: try another one, or again";

/** Has this process learn what others have changed: users, and the plan that will be shown. Undefined where there are no others. */
export const admissionOf = ({ shared }: Pick<Storage, "shared">): Admit | undefined =>
  shared &&
  (async () =>
    mapLeft((problem: string) => ({ kind: "unavailable", message, problem }) as const)(
      await shared.admit(),
    ));

/** The same login, before which that is learnt. */
export const admittedLogin = (admit: Admit | undefined, login: Login): Login =>
  admit === undefined
    ? login
    : async (token, address) => {
        const admitted = await admit();
        return isLeft(admitted) ? admitted : login(token, address);
      };
