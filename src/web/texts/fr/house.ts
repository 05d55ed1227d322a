import type { HouseTexts } from "../en/house.ts";
import { counted } from "./plural.ts";

export const house: HouseTexts = {
  picker: {
    list: "Entités",
    none: "Aucune entité trouvée. Un identifiant saisi en entier est repris.",
    found: (count) => counted(count, "entité"),
    stranger: "Home Assistant n’a pas cette entité.",
    another: (id) => `Autre entité à la place de ${id}`,
    more: (number) => `Entité ${number}`,
  },
  areas: {
    title: "Pièces à partir des zones",
    hint: "Zones de Home Assistant qu’aucune pièce ne représente. Chacune devient une pièce de 4 mètres sur 3 à côté de ce qui existe, avec ses capteurs.",
    none: "Chaque zone est liée à une pièce.",
    noAreas: "Home Assistant n’a aucune zone.",
    noFloor: "Aucun étage",
    make: (count) => `Créer ${counted(count, "pièce")}`,
    made: (count) => (count < 2 ? `${count} pièce est créée.` : `${count} pièces sont créées.`),
    fill: "Ajouter les capteurs manquants",
    fillHint:
      "Il manque à des pièces liées un capteur de température ou d’humidité que leur zone possède.",
  },
  unplaced: {
    title: "Pas encore placé",
    hint: "Faites glisser un élément à sa place, ou appuyez dessus pour le placer dans sa pièce.",
    none: "Tout ce que contiennent les zones liées est sur le plan.",
    noRooms: "Liez des pièces à des zones, et leur contenu vous est proposé ici.",
    room: "Pièce",
    allRooms: "Toutes les pièces",
    choose: (name) => `Choisir ${name}`,
    chooseAll: (room) => `Tout choisir pour ${room}`,
    place: (name, room) => `Placer ${name} dans ${room}`,
    placeMany: (count, room) => `En placer ${count} dans ${room}`,
    as: (name) => `Ce qu’est ${name}`,
    ownSign: "Un élément à part",
    contact: (opening) => `Contact de ${opening}`,
    lock: (opening) => `Serrure de ${opening}`,
    blind: (opening) => `Store de ${opening}`,
    placed: (name) => `${name} : placé.`,
    things: (count) => counted(count, "élément"),
    notHere: "Rien n’a été placé : relâchez au-dessus du dessin.",
  },
  renamed: (from, to) => `Home Assistant appelle maintenant ${from} ${to} ; le plan suit.`,
  renamedMany: (count) => `Home Assistant a renommé ${count} entités ; le plan suit.`,
};
