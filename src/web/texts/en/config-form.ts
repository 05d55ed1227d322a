/** What the form for a card's configuration says. */
export const configForm = {
  title: "Title",
  level: "Floor to begin with (its id)",
  look: "Colours",
  looks: { auto: "Like the dashboard", day: "Day", night: "Night" },
  traced: "Show the tracing image under the plan",
  replay: "Offer to look back at earlier moments",
  domain: "Domain of the service in Home Assistant",
  url: "Address of a service of its own, or those of its nodes with commas",
  token: "Token for that service",
  hint: "Leave address and token empty to use Home Assistant’s connection.",
  tokenHint:
    "Without a token, people sign in with their accounts of Home Assistant, where the service is connected with it.",
};

export type ConfigFormTexts = typeof configForm;
