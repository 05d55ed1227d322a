import { pluralIn } from "../word-types.ts";

const counted = pluralIn("en");

/** Words of the administrators' dialog. */
export const managing = {
  title: "Manage access",
  close: "Close",
  cancel: "Cancel",
  loading: "Loading …",
  tokens: {
    tab: "Tokens",
    none: "There are no tokens.",
    owner: "this browser",
    administrator: "administrator",
    control: "can control",
    positions: "sees positions",
    viewer: "view only",
    floor: (level: string): string => `only ${level}`,
    connected: "connected",
    used: (ago: string): string => `last used ${ago}`,
    unused: "never used",
    unopened: (until: string): string => `link not opened yet, valid until ${until}`,
    notOpened: "link expired unopened",
    lasting: "until revoked",
    until: (at: string): string => `until ${at}`,
    ended: (at: string): string => `ended ${at}`,
    revoke: "Revoke",
    revokeNamed: (name: string): string => `Revoke ${name}`,
    sure: (name: string): string => `Revoke “${name}”?`,
    sureText:
      "Everybody who uses this token is signed out at once, and cannot sign in with it again.",
    ownText:
      "You are signed in with this token: you will be signed out at once, and cannot sign in with it again. Make sure that you have another one.",
    revoked: (name: string): string => `“${name}” was revoked.`,
    revokedUnkept: (name: string): string =>
      `“${name}” was revoked, but this could not be saved. Free up disk space: if the service restarts before it is saved, the token works again.`,
  },
  link: {
    tab: "New link",
    intro:
      "A link that signs in by itself, for a wall tablet or a guest. It works once, on one device.",
    name: "Name",
    nameHint: "For example “Kitchen tablet” or “Guests”: it is shown in the list of tokens.",
    floor: "Floor",
    allFloors: "All floors",
    floorHint:
      "The page opens this floor and offers no other. It limits the view only and keeps nothing secret.",
    control: "Can control lamps and everything else on the plan",
    positions: "Can see where people and devices are",
    expires: "Access lasts",
    times: {
      "12h": "12 hours",
      "1d": "1 day",
      "7d": "7 days",
      "30d": "30 days",
      "365d": "1 year",
      "": "until revoked",
    },
    opens: "Opens",
    wall: "wall page, no buttons",
    page: "full page",
    local:
      "This page was opened at an address that only this machine knows, so this link won’t work on other devices. Open the page at the machine’s address in your network, or start the service with --addresses.",
    make: "Create link",
    made: (name: string): string => `Link for “${name}”`,
    warning: (until: string): string =>
      `Anyone with this link can view the plan, until it is opened for the first time. It is shown only once: copy or scan it now, and open it by ${until}. If it gets into the wrong hands, revoke the token.`,
    address: "Link",
    copy: "Copy",
    copied: "Copied.",
    notCopied: "Select the link and copy it.",
    code: "QR code of the link",
    another: "Create another",
  },
  saves: {
    tab: "Who saved what",
    none: "Nothing has been saved yet.",
    revision: (rev: number): string => `Revision ${rev}`,
    unknown: "unknown user",
  },
  bans: {
    tab: "Bans",
    none: "No addresses are banned.",
    failures: (count: number): string => counted(count, "# failed login", "# failed logins"),
    until: (at: string): string => `until ${at}`,
    lift: "Lift",
    liftNamed: (address: string): string => `Lift the ban on ${address}`,
    lifted: (address: string): string => `The ban on ${address} was lifted.`,
  },
};

export type ManagingTexts = typeof managing;
