import type { LiveTexts } from "../en/live.ts";

export const live: LiveTexts = {
  away: "Home Assistant est injoignable",
  ask: {
    title: "Vraiment ?",
    switching: (names) => `Cela commande ${names}.`,
    doing: {
      unlock: (names) => `Cela déverrouille ${names}.`,
      lock: (names) => `Cela verrouille ${names}.`,
      open_cover: (names) => `Cela ouvre ${names}.`,
      close_cover: (names) => `Cela ferme ${names}.`,
      alarm_arm_home: (names) => `Cela arme ${names}, avec quelqu’un à la maison.`,
      alarm_arm_away: (names) => `Cela arme ${names}, sans personne à la maison.`,
      alarm_arm_night: (names) => `Cela arme ${names} pour la nuit.`,
      alarm_disarm: (names) => `Cela désarme ${names}.`,
    },
    yes: "Oui",
    no: "Annuler",
    code: "Code",
  },
  refused: {
    control: "Cet écran affiche, mais ne commande pas : son jeton n’a pas le droit de commander.",
    away: "Home Assistant est injoignable, rien n’a été commandé.",
    rights: "Votre utilisateur de Home Assistant n’en a pas le droit.",
    offline: "Le service est injoignable, rien n’a été commandé.",
    lost: "La connexion a été perdue : la commande est peut-être passée, peut-être pas.",
    unconfirmed:
      "Home Assistant ne l’a pas confirmé : c’est peut-être fait, ou cela se fera encore.",
    address: "Cette adresse ne peut pas être ouverte d’ici.",
    other: "Cela n’a pas été fait.",
  },
  notLoaded: "Les détails n’ont pas pu être chargés.",
  understood: "Compris",
};
