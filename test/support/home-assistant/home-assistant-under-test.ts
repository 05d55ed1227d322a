import { type HomeSocket, openHomeSocket } from "./socket.ts";

/** A person with an account of a test's Home Assistant. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  /** The client that the refresh token was issued to. */
  readonly clientId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly longLivedToken: string;
}

/** The people of each Home Assistant of the tests. */
export interface People {
  readonly owner: Person;
  /** May control everything, but is no administrator. */
  readonly user: Person;
  /** May see everything, but control nothing. */
  readonly guest: Person;
  /** Has the user's rights; tests deactivate this person, whose tokens then are invalid. */
  readonly leaver: Person;
  /** Another one, since a deactivated person stays so for all tests of a process. */
  readonly dropout: Person;
}

/**
 * A test's Home Assistant, the real one or the double, with its people, its rooms (`rooms.ts`) and the entities that
 * both have (`entities.ts`).
 */
export interface HomeAssistant extends People {
  readonly kind: "real" | "double";
  /** Such as `http://127.0.0.1:40123`, without a trailing slash; the same after a restart. */
  readonly url: string;
  readonly version: string;
  /** Activates or deactivates a person. */
  readonly setActive: (person: Person, isActive: boolean) => Promise<void>;
  /** Sets whether a person may log in from local addresses only. */
  readonly setLocalOnly: (person: Person, isLocalOnly: boolean) => Promise<void>;
  /** Shuts it down; resolves when it has ended. */
  readonly stop: () => Promise<void>;
  /** Shuts it down if it runs, and starts it with its stored state; resolves when it is ready. */
  readonly restart: () => Promise<void>;
  /** Kills it, as a power cut would; its people and rooms are kept. */
  readonly kill: () => Promise<void>;
  /** Makes it answer nothing, while its connections stay open. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

/** Opens a websocket connection, logged in with a token; rejects with any other answer. */
export const connect = (home: Pick<HomeAssistant, "url">, token: string): Promise<HomeSocket> =>
  openHomeSocket(home.url, token);
