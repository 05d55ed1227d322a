import type { DeviceName } from "../../kinds/catalogue/device-names.ts";
import type { FurnitureName } from "../../kinds/catalogue/furniture.ts";
import type { OpeningName } from "../../kinds/opening.ts";

/** The furniture type or device kind of a piece. */
export type CatalogueMatch = { readonly type: FurnitureName } | { readonly device: DeviceName };

/** Words for something, as they are in names and catalogue ids in lower case, and what they mean. */
type Words<Meaning> = readonly (readonly [word: RegExp, meaning: Meaning])[];

/**
 * Words in catalogue ids and names, in English, German and French, with their types. The first match wins, so a bedside
 * table is not a bed, and a table lamp not a table: what is special comes before what is general.
 */
const furnitureWords: Words<FurnitureName | CatalogueMatch> = [
  // Lamps
  [/floor(?:uplight| ?lamp)|stehlampe|stehleuchte|deckenfluter|lampadaire/, "lamp_floor"],
  [/pendant|hänge(?:lampe|leuchte)|suspension/, "lamp_pendant"],
  [/wall ?(?:uplight|lamp|light)|wandl(?:ampe|euchte)|applique/, "lamp_wall"],
  [/worklamp|tischl(?:ampe|euchte)|lampe de bureau|\blampe?\b/, "lamp_table"],
  [/spotlight|strahler|\bspot/, "lamp_spot"],
  [/\bled[ -]?(?:strip|streifen|band)|bandeau led/, "led_strip"],
  // Bath
  [/towel ?(?:radiator|warmer|rail)|handtuchheiz|sèche-?serviettes/, "towel_radiator"],
  [
    /double ?(?:wash ?basin|bathroom ?sink|vanity)|doppelwasch|double (?:lavabo|vasque)/,
    "double_washbasin",
  ],
  [/washbasin ?with ?cabinet|vanity ?unit|waschtisch|meuble.vasque/, "vanity_unit"],
  [/washbasin|bathroom ?sink|lavabo|waschbecken/, "washbasin"],
  [/urinal|urinoir/, "urinal"],
  [/bidet/, "bidet"],
  [/toilet|\bwc\b/, "wc"],
  [/corner ?shower|eckdusche|douche d['\u2019]angle/, "corner_shower"],
  [/walk-?in ?shower|douche (?:à l['\u2019])?italienne/, "walk_in_shower"],
  [/shower|dusche|douche/, "shower"],
  [/whirlpool|jacuzzi|hot ?tub/, "whirlpool"],
  [/corner ?bath|eckbadewanne|baignoire d['\u2019]angle/, "corner_bathtub"],
  [/free-?standing ?bath|freistehende badewanne|baignoire îlot/, "freestanding_bathtub"],
  [/bathroom ?cabinet|badschrank|armoire de toilette/, "bathroom_cabinet"],
  [/bath(?!room)|badewanne|baignoire/, "bathtub"],
  [/\bsauna/, "sauna"],
  // Household
  [/rotary ?dryer|wäschespinne|étendoir parapluie/, "rotary_dryer"],
  [/drying ?rack|clothes ?horse|wäscheständer|étendoir/, "drying_rack"],
  [/dishwasher|spülmaschine|geschirrsp|lave[ -]?vaisselle/, { device: "dishwasher" }],
  [/tumble|\bdryer|wäschetrockner|sèche-?linge/, "tumble_dryer"],
  [/clotheswasher|washing|waschmaschine|lave[ -]?linge/, "washing_machine"],
  [/ironing|bügelbrett|planche à repasser/, "ironing_board"],
  [/laundry ?basket|wäschekorb|panier à linge/, "laundry_basket"],
  [/radiator|heizk|radiateur/, { device: "radiator" }],
  [/heat ?pump|wärmepumpe|pompe à chaleur/, "heat_pump"],
  [/boiler|water ?heater|warmwasser|chauffe-?eau|chaudière/, "boiler"],
  [/fuse ?box|sicherungskasten|tableau électrique/, "fuse_box"],
  [/wheelie ?bin|mülltonne/, "wheelie_bin"],
  [/waste ?bin|trash|mülleimer|papierkorb|poubelle/, "waste_bin"],
  // Kitchen
  [/wine ?(?:cooler|fridge)|weinkühl|cave à vin/, "wine_cooler"],
  [
    /(?:double|american|side.by.side) ?(?:fridge|refrigerator|kühl)|frigo américain/,
    "double_fridge",
  ],
  [/chest ?freezer|gefriertruhe|congélateur coffre/, "chest_freezer"],
  [/fridge|refrigerator|kühlschrank|réfrigérateur|frigo/, "fridge"],
  [/microwave|mikrowelle|micro-?ondes/, "microwave"],
  [/\bhood\b|dunstabzug|\bhotte\b/, "extractor_hood"],
  [/\bhob\b|cooktop|kochfeld|plaques? de cuisson|table de cuisson/, "hob"],
  [/range ?cooker|piano de cuisson/, "range_cooker"],
  [/wood ?stove|kaminofen|poêle/, "wood_stove"],
  [/cooker|oven|stove|backofen|herd|cuisinière/, "oven"],
  [/(?:upper|wall) ?cabinet|oberschrank|hängeschrank|meuble haut/, "wall_cabinet"],
  [/island|kücheninsel|îlot/, "kitchen_island"],
  [/double ?(?:kitchen ?)?sink|doppelspüle|évier double/, "double_sink"],
  [/utility ?sink|ausgussbecken/, "utility_sink"],
  [/sink\b|spüle|spülbecken|[ée]vier/, "kitchen_sink"],
  [
    /kitchen ?(?:cabinet|cupboard|unit)|(?:base|floor) ?cabinet|worktop|\bcounter\b|küchenschrank|unterschrank|arbeitsplatte|meuble (?:bas )?de cuisine|meuble bas|plan de travail/,
    "counter",
  ],
  // Tables
  [/bedside|nightstand|nachttisch|chevet|table de nuit/, "nightstand"],
  [/pool ?table|billiard|\bbillard/, "pool_table"],
  [/table ?tennis|ping-?pong|tischtennis/, "table_tennis"],
  [/table ?football|foosball|tischkicker|baby-?foot/, "table_football"],
  [/dressing ?table|schminktisch|coiffeuse/, "dressing_table"],
  [/changing ?table|wickel|table à langer/, "changing_table"],
  [/conference ?table|konferenztisch|table de conférence/, "conference_table"],
  [/meeting ?table|besprechungstisch|table de réunion/, "meeting_table"],
  [/round ?coffee|runder couchtisch|table basse ronde/, "round_coffee_table"],
  [/coffee ?table|couchtisch|table basse/, "coffee_table"],
  [/side ?table|beistelltisch|table d['\u2019]appoint/, "side_table"],
  [/round ?(?:dining ?)?table|runder (?:ess)?tisch|rundtisch|table ronde/, "round_table"],
  [/oval ?(?:dining ?)?table|ovaler (?:ess)?tisch|table ovale/, "oval_table"],
  [/(?:kitchen|dining) ?table|küchentisch|esstisch|table (?:de cuisine|à manger)/, "table"],
  // Seats
  [/sofa ?bed|schlafsofa|canapé-?lit/, "sofa_bed"],
  [/corner ?(?:sofa|couch)|sectional|ecksofa|canapé d['\u2019]angle/, "corner_sofa"],
  [/sofa|couch(?!tisch)|canapé/, "sofa"],
  [/sun ?lounger|deck ?chair|liegestuhl|sonnenliege|transat/, "sun_lounger"],
  [/chaise ?longue|récamière|recamiere/, "chaise_longue"],
  [/recliner|relaxsessel|fernsehsessel/, "recliner"],
  [/office ?chair|swivel ?chair|bürostuhl|drehstuhl|(?:chaise|fauteuil) de bureau/, "office_chair"],
  [/high ?chair|hochstuhl|chaise haute/, "high_chair"],
  [/bar ?stool|barhocker|tabouret de bar/, "bar_stool"],
  [/armchair|sessel|fauteuil/, "armchair"],
  [/pouf|ottoman|footstool|sitzsack/, "pouf"],
  [/chair|stool|stuhl|hocker|chaise|tabouret/, "chair"],
  [/workbench|werkbank|établi/, "workbench"],
  [/weight ?bench|hantelbank|banc de musculation/, "weight_bench"],
  [/(?:garden|park) ?bench|gartenbank|parkbank|banc de jardin/, "garden_bench"],
  [/corner ?bench|eckbank|banquette d['\u2019]angle/, "corner_bench"],
  [/bench|\bbank\b|\bbanc\b/, "bench"],
  // Work
  [/corner ?desk|eckschreibtisch|bureau d['\u2019]angle/, "corner_desk"],
  [/reception|empfang|comptoir d['\u2019]accueil/, "reception_desk"],
  [/desk|schreibtisch|bureau/, "desk"],
  [/photocopier|kopierer|photocopieu/, "photocopier"],
  [/printer|drucker|imprimante/, "printer"],
  [/filing ?cabinet|aktenschrank|classeur/, "filing_cabinet"],
  [/locker|\bspind|casier/, "locker"],
  [/whiteboard|tableau blanc/, "whiteboard"],
  // Living room
  [
    /\btv ?(?:unit|stand|cabinet|bench|table)|lowboard|fernsehtisch|meuble (?:de )?(?:tv|télé)/,
    "tv_wall",
  ],
  [/\btv|flattv|television|fernseher|télé|écran plat|ecran plat/, "television"],
  [/fire ?place|\bkamin\b|cheminée/, "fireplace"],
  [/chimney|schornstein/, "chimney"],
  [/grand ?piano|\bflügel|piano à queue/, "grand_piano"],
  [/piano|klavier/, "piano"],
  [/aquarium|fish ?tank/, "fish_tank"],
  [/round ?(?:rug|carpet)|runder teppich|tapis rond/, "round_rug"],
  [/\brug\b|carpet|teppich|\btapis\b(?! de course)/, "rug"],
  // Bedroom
  [/bunk ?bed|loft ?bed|etagenbett|hochbett|lits? superposé|lit mezzanine/, "bunk_bed"],
  [/\bcrib\b|\bcot\b|gitterbett|babybett|kinderbett|berceau|lit (?:de )?bébé/, "cot"],
  [/single ?bed|einzelbett|lit simple|\bbed ?[89]0x/, "single_bed"],
  [/dog ?bed|hundebett|hundekorb|panier pour chien/, "dog_bed"],
  [/\bbed(?!room)|\bbett|doppelbett|\blit\b/, "bed"],
  [
    /sliding ?(?:wardrobe|closet)|schwebetüren|schiebetürenschrank|armoire coulissante/,
    "sliding_wardrobe",
  ],
  [/corner ?wardrobe|eckkleiderschrank|armoire d['\u2019]angle/, "corner_wardrobe"],
  [/wardrobe|closet|kleiderschrank|armoire/, "wardrobe"],
  [/coat ?(?:rack|stand)|garderobe|porte-?manteau/, "coat_rack"],
  [/shoe|schuhschrank|schuhregal|chaussures/, "shoe_cabinet"],
  [/toy ?box|spielzeugkiste|coffre à jouets/, "toy_box"],
  [/sideboard|anrichte|\bbuffet\b|enfilade/, "sideboard"],
  [/chest|dresser|kommode|commode/, "chest"],
  // Shelves
  [/glass ?door ?cabinet|display ?cabinet|vitrine/, "display_cabinet"],
  [/book(?:case|shelf)|bücherregal|bücherschrank|bibliothèque/, "bookcase"],
  [/shel[fv]|cabinet|regal|schrank|étagère/, "shelf"],
  [/\btable(?!au)|tisch/, "table"],
  [/kitchen|küche|cuisine/, "kitchen"],
  // Leisure and outdoors
  [/treadmill|laufband|tapis de course/, "treadmill"],
  [/exercise ?bike|heimtrainer|vélo d['\u2019]appartement/, "exercise_bike"],
  [/motor ?(?:bike|cycle)|motorrad|\bmoto\b/, "motorbike"],
  [/bicycle|\bbike\b|fahrrad|\bvélo\b/, "bicycle"],
  [/\bcar\b|\bauto\b|voiture/, "car"],
  [/swimming ?pool|\bpool\b|schwimmbecken|piscine/, "pool"],
  [/barbecue|\bgrill\b/, "barbecue"],
  [/parasol|sonnenschirm/, "parasol"],
  [/trampolin/, "trampoline"],
  [/conifer|nadelbaum|tannenbaum|conifère|sapin/, "conifer"],
  [/palm/, "palm"],
  [/\btree\b|\bbaum\b|\barbre\b/, "tree"],
  [/hedge|hecke|\bhaie\b/, "hedge"],
  [/shrub|\bbush\b|strauch|\bbusch\b|buisson/, "shrub"],
  [/plant|flower|pflanze|blume|plante|fleur/, "plant"],
  // Stairs
  [/spiral ?stair|wendeltreppe|colimaçon|hélicoïdal/, "spiral_stairs"],
  [/\bu-?(?:shaped ?)?stair|u-treppe/, "u_stairs"],
  [/\bl-?(?:shaped ?)?stair|l-treppe/, "l_stairs"],
  [/loft ?ladder|bodentreppe|échelle/, "loft_ladder"],
  [/stair|treppe|escalier/, "stairs"],
  [/\bramp\b|\brampe/, "ramp"],
  [/elevator|\blift\b|aufzug|fahrstuhl|ascenseur/, "lift"],
  [/square ?(?:column|pillar)|quadratische säule|colonne carrée/, "square_column"],
  [/\bcolumn\b|pillar|säule|colonne|pilier/, "column"],
  // Last, because `four` is an oven in French and a number in English.
  [/\bfour\b/, "oven"],
];

/** The type of a piece of furniture, or the kind of a device, by its words; undefined if unknown. */
export const furnitureCalled = (words: string): CatalogueMatch | undefined => {
  const found = furnitureWords.find(([word]) => word.test(words))?.[1];
  return typeof found === "string" ? { type: found } : found;
};

/** What is said of an opening besides its name. */
interface OpeningFacts {
  /** Metres. */
  readonly width: number;
  /** Metres above the floor. */
  readonly elevation: number;
  /** The number of leaves that turn. */
  readonly sashes: number;
}

/** An opening at least this many metres above the floor is a window, unless its name says otherwise. */
const sill = 0.3;

/** The narrowest door with two leaves, in metres. */
const narrowestPair = 1.1;

const sliding = /slid(?:er|ing)|schiebe|coulissant/;

const doorWords: Words<OpeningName> = [
  [/garage|rolltor|sektionaltor/, "garage_door"],
  [/revolving|karusselltür|porte (?:à )?tambour/, "revolving_door"],
  [/pocket|galandage/, "pocket_door"],
  [/folding|falttür|faltschiebe|accordéon|pliante/, "folding_door"],
  [sliding, "sliding_door"],
  [/french|französisches (?:doppel)?fenster|porte-?fenêtre|balkontür|terrassentür/, "french_door"],
  [/double|doppel|zweiflüg|deux (?:battants|vantaux)/, "double_door"],
];

const windowWords: Words<OpeningName> = [
  [/skylight|roof ?window|velux|dachfenster|fenêtre de toit/, "roof_window"],
  [/\bbay ?window|bow ?window|erker|oriel/, "bay_window"],
  [sliding, "sliding_window"],
  [/fixed|festverglas|fenêtre fixe|\b(?:half ?)?round ?window/, "fixed_window"],
];

const styleIn = (words: string, styles: Words<OpeningName>): OpeningName | undefined =>
  styles.find(([word]) => word.test(words))?.[1];

/** A door: of two leaves if its sashes say so, or its name, unless it is narrow and has one. */
const doorCalled = (words: string, { width, sashes }: OpeningFacts): OpeningName => {
  const named = styleIn(words, doorWords) ?? (sashes > 1 ? "double_door" : "door");
  const isPair = sashes > 1 || width >= narrowestPair || (sashes === 0 && named === "double_door");
  return (named === "french_door" || named === "double_door") && !isPair ? "door" : named;
};

/** The type of an opening by its words: an empty frame is a passage, and one that reaches the floor a door. */
export const openingCalled = (words: string, facts: OpeningFacts): OpeningName => {
  if (/door_?frame|türrahmen|encadrement|embrasure/.test(words)) return "passage";
  if (/french|französisches|porte-?fenêtre|balkontür/.test(words)) return doorCalled(words, facts);
  const isLow = facts.elevation < sill;
  if (/window|fenster|fenêtre|hatch|velux|skylight/.test(words)) {
    const named = styleIn(words, windowWords) ?? "window";
    return named === "sliding_window" && isLow ? "sliding_door" : named;
  }
  if (/door|tür|porte|tor\b/.test(words) || isLow) return doorCalled(words, facts);
  return styleIn(words, windowWords) ?? "window";
};
