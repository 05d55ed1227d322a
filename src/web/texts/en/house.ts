/** What the editor says of the house that Home Assistant runs. */
export const house = {
  picker: {
    list: "Entities",
    none: "No entity is found. An id that is typed in full is taken.",
    found: (count: number): string => (count === 1 ? "1 entity" : `${count} entities`),
    stranger: "Home Assistant does not have this entity.",
    another: (id: string): string => `Another entity for ${id}`,
    more: (number: number): string => `Entity ${number}`,
  },
  areas: {
    title: "Rooms from areas",
    hint: "Areas of Home Assistant that no room is linked to. Each becomes a room of 4 by 3 metres beside what is there, with its sensors.",
    none: "Every area is linked to a room.",
    noAreas: "Home Assistant has no areas.",
    noFloor: "No floor",
    make: (count: number): string => (count === 1 ? "Make 1 room" : `Make ${count} rooms`),
    made: (count: number): string => (count === 1 ? "1 room is made." : `${count} rooms are made.`),
    linkHint: "These areas are called like a room that is drawn already.",
    link: (name: string): string => `Link “${name}”`,
    linkAll: (count: number): string => `Link all ${count} rooms`,
    linked: (count: number): string =>
      count === 1 ? "1 room is linked." : `${count} rooms are linked.`,
    fill: "Fill in missing sensors",
    fillHint:
      "Some linked rooms have no sensor for temperature or humidity, and their areas have one.",
  },
  unplaced: {
    title: "Not placed yet",
    hint: "Drag something to its place, or press it to place it in its room.",
    none: "Everything that linked areas have is on the plan.",
    noRooms: "Link rooms to areas, and what is in them is offered here.",
    room: "Room",
    allRooms: "All rooms",
    choose: (name: string): string => `Choose ${name}`,
    chooseAll: (room: string): string => `Choose all of ${room}`,
    place: (name: string, room: string): string => `Place ${name} in ${room}`,
    placeMany: (count: number, room: string): string => `Place ${count} in ${room}`,
    as: (name: string): string => `What ${name} is`,
    ownSign: "A thing of its own",
    contact: (opening: string): string => `Contact of ${opening}`,
    lock: (opening: string): string => `Lock of ${opening}`,
    blind: (opening: string): string => `Blind of ${opening}`,
    placed: (name: string): string => `${name} placed.`,
    things: (count: number): string => (count === 1 ? "1 thing" : `${count} things`),
    notHere: "Nothing was placed: let go over the drawing.",
  },
  renamed: (from: string, to: string): string =>
    `Home Assistant calls ${from} now ${to}; the plan follows.`,
  renamedMany: (count: number): string =>
    `Home Assistant has renamed ${count} entities; the plan follows.`,
};

export type HouseTexts = typeof house;
