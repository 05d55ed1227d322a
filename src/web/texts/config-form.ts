import { configForm, type ConfigFormTexts } from "./en/config-form.ts";
import { speaker } from "../i18n/speaker.ts";

/** Speaks for the form of a card's configuration. */
export const configFormSpeaker = speaker<ConfigFormTexts>(configForm, async ({ viewing }) => {
  const words = await viewing();
  return words.configForm;
});
