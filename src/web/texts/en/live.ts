/** What the card says of the house, and of what was switched. */
export const live = {
  away: "Home Assistant is away",
  ask: {
    title: "Are you sure?",
    switching: (names: string): string => `This switches ${names}.`,
    doing: {
      unlock: (names: string): string => `This unlocks ${names}.`,
      lock: (names: string): string => `This locks ${names}.`,
      open_cover: (names: string): string => `This opens ${names}.`,
      close_cover: (names: string): string => `This closes ${names}.`,
      alarm_arm_home: (names: string): string => `This arms ${names}, with somebody at home.`,
      alarm_arm_away: (names: string): string => `This arms ${names}, with nobody at home.`,
      alarm_arm_night: (names: string): string => `This arms ${names} for the night.`,
      alarm_disarm: (names: string): string => `This disarms ${names}.`,
    },
    yes: "Yes",
    no: "Cancel",
    code: "Code",
  },
  refused: {
    control: "This screen shows, and does not switch: its token has no right to control.",
    away: "Home Assistant is away, so nothing was switched.",
    rights: "Your user of Home Assistant may not do that.",
    offline: "The service cannot be reached, so nothing was switched.",
    lost: "The connection was lost: it may have been switched or not.",
    unconfirmed: "Home Assistant has not confirmed it: it may be done, or still be.",
    address: "This address cannot be opened from here.",
    other: "That was not done.",
  },
  notLoaded: "The details could not be loaded.",
  understood: "Understood",
};

export type LiveTexts = typeof live;
