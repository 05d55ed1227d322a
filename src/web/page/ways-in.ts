import { takeGivenLink } from "./given-link.ts";
import type { Login } from "./login.ts";
import { goToHomeAssistant } from "./home-assistant-sign-in.ts";
import { homeAssistant } from "./settings.ts";

/** Leaves for Home Assistant, where there is one, to sign in there. */
export const signInAtHome = (login: Pick<Login, "tell">): void => {
  try {
    if (homeAssistant !== undefined) goToHomeAssistant(homeAssistant);
  } catch {
    // Nothing could tell afterwards that it was begun here.
    login.tell({ code: "sign_in_strange", message: "" });
  }
};

/** Offers what the address bar has from a link, if it has something, which is taken out of it. */
export const offerGiven = (login: Pick<Login, "offer">): void => {
  const given = takeGivenLink();
  if (given !== undefined) login.offer(given);
};
