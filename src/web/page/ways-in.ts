import type { Login } from "./login.ts";
import { goToHomeAssistant } from "./session.ts";
import { homeAssistant } from "./settings.ts";
import { takeGivenToken } from "./token.ts";

/** Leaves for Home Assistant, where there is one, to sign in there. */
export const signInAtHome = (login: Pick<Login, "tell">): void => {
  try {
    if (homeAssistant !== undefined) goToHomeAssistant(homeAssistant);
  } catch {
    // Nothing could tell afterwards that it was begun here.
    login.tell({ code: "sign_in_strange", message: "" });
  }
};

/** Offers the token that the address bar has, if it has one, which is taken out of it. */
export const offerGiven = (login: Pick<Login, "offer">): void => {
  const given = takeGivenToken();
  if (given !== undefined) login.offer(given);
};
