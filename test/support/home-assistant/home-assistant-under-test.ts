import { type HomeSocket, openHomeSocket } from "./socket.ts";

/** Somebody who has an account of the Home Assistant of a test. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  /** The client that the refresh token was given to. */
  readonly clientId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly longLivedToken: string;
}

/** The three people of each Home Assistant of the tests. */
export interface People {
  readonly owner: Person;
  /** May control everything, administrates nothing. */
  readonly user: Person;
  /** May see everything, controls nothing. */
  readonly guest: Person;
  /** Like the user; the one whom tests let in no more, whose tokens are worth nothing then. */
  readonly leaver: Person;
  /** Another such, since who is let in no more never is again, for all tests of a process. */
  readonly dropout: Person;
}

/**
 * A Home Assistant of a test, the real one or the double, with its people, its rooms (`rooms.ts`)
 * and the entities that both have (`entities.ts`).
 */
export interface HomeAssistant extends People {
  readonly kind: "real" | "double";
  /** Such as `http://127.0.0.1:40123`, without a slash at the end; the same after a restart. */
  readonly url: string;
  readonly version: string;
  /** Lets a person in, or no more. */
  readonly setActive: (person: Person, isActive: boolean) => Promise<void>;
  /** Lets a person log in from local addresses alone, or from anywhere again. */
  readonly setLocalOnly: (person: Person, isLocalOnly: boolean) => Promise<void>;
  /** Ends it in order; resolves when it has ended. */
  readonly stop: () => Promise<void>;
  /** Ends it in order if it runs, and starts it with what it had kept; resolves when it is ready. */
  readonly restart: () => Promise<void>;
  /** Ends it at once, as a power cut does; its people and rooms are kept. */
  readonly kill: () => Promise<void>;
  /** Lets it answer nothing any more, while its connections stay open. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

/** A websocket connection that is logged in with a token; rejects with what was answered instead. */
export const connect = (home: Pick<HomeAssistant, "url">, token: string): Promise<HomeSocket> =>
  openHomeSocket(home.url, token);
