import type { Socket } from "node:net";
import type { User } from "../../auth/user.ts";

/** How many connections there may be at a time, of each kind. */
interface SlotLimits {
  /** Of users, who have sent a valid token. */
  readonly people: number;
  /** Of one of them who may not save. */
  readonly viewer: number;
  /** Of everybody else, and of those of one network. */
  readonly strangers: number;
  readonly networkStrangers: number;
}

/** Descriptors for all but connections: the log, images that come in, folders, what Node.js itself opens. */
const ownDescriptors = 64;

/** What the bounds of connections are derived from. */
export interface Room {
  /** Connections of users that are asked for, and of one user who may not save. */
  readonly connections: number;
  readonly viewerConnections: number;
  readonly uploads: number;
  /** Files and sockets that the system lets this process open. */
  readonly descriptors: number;
}

/**
 * Slots for a quarter as many strangers as users, a quarter of those for one
 * network. Where the system allows fewer descriptors, both get fewer: a
 * stranger takes up to two, its own and that of the file that it is sent.
 */
export const slotLimitsFor = ({
  connections,
  viewerConnections,
  uploads,
  descriptors,
}: Room): SlotLimits => {
  const room = Math.max(descriptors - ownDescriptors - uploads, 8);
  const strangers = Math.min(Math.max(Math.ceil(connections / 4), 16), Math.floor(room / 4));
  const people = Math.min(connections, room - 2 * strangers);
  return {
    people,
    viewer: viewerConnections,
    strangers,
    networkStrangers: Math.max(Math.ceil(strangers / 4), 1),
  };
};

/** Called when a stranger has to make room for another one; the connection must end soon, with `why` where its protocol can say it. */
export type MakeRoom = (why: string) => void;

/** Whose connection it is. */
type SlotHolder = Pick<User, "id" | "admin">;

interface Stranger {
  network: string;
  makeRoom: MakeRoom;
}

/**
 * Who holds a connection: users, who have sent a valid token, and strangers, who
 * have not yet. Each have slots of their own. A stranger who finds none left
 * takes that of the one who has been one for the longest, of its own network
 * or, where all are taken, of the network with the most: whoever means to log
 * in does so at once, and whoever only takes up room makes it.
 */
export class ConnectionSlots {
  readonly #limits: SlotLimits;
  readonly #strangers = new Map<Socket, Stranger>();
  /** Each network's strangers, the oldest first. */
  readonly #networks = new Map<string, Set<Socket>>();
  readonly #people = new Map<Socket, SlotHolder>();
  #refused = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** How many connections found no free slot, or had to make room. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes in a new connection, a stranger's; a network without a name, such as that of a proxy, has no bound of its own. */
  enter(socket: Socket, network: string | undefined, makeRoom: MakeRoom): void {
    this.#add(socket, { network: network ?? "", makeRoom });
    socket.once("close", () => {
      this.#remove(socket);
      this.#people.delete(socket);
    });
  }

  /** Frees a slot, as the connection goes on as another object. */
  leave(socket: Socket): void {
    this.#remove(socket);
  }

  /** Tells whose connection it really is, which a proxy has passed on. */
  isOf(socket: Socket, network: string): void {
    const stranger = this.#strangers.get(socket);
    if (stranger === undefined || stranger.network === network) return;
    this.#remove(socket);
    this.#add(socket, { ...stranger, network });
  }

  /** Says how the connection is to make room from now on. */
  makesRoomBy(socket: Socket, makeRoom: MakeRoom): void {
    const stranger = this.#strangers.get(socket);
    if (stranger !== undefined) stranger.makeRoom = makeRoom;
  }

  /** The connection has sent a valid token, and is no stranger's any more. Returns why there is no slot for it. */
  isOfPerson(socket: Socket, person: SlotHolder): string | undefined {
    if (this.#people.has(socket) || socket.destroyed) return undefined;
    const refusal = this.#refusalOf(person);
    if (refusal !== undefined) {
      this.#refused += 1;
      return refusal;
    }
    this.#remove(socket);
    this.#people.set(socket, person);
    return undefined;
  }

  /** One user has at most half of the slots, and a quarter is kept for administrators. */
  #refusalOf(person: SlotHolder): string | undefined {
    const { people, viewer } = this.#limits;
    if (this.#people.size >= people)
      return `there are as many connections as --connections allows, ${people}`;
    const all = [...this.#people.values()];
    const ofUser = Math.ceil(people / 2);
    const own = all.filter(({ id }) => id === person.id).length;
    if (!person.admin && own >= viewer)
      return `--viewer-connections: a user who may not save has ${viewer} at most`;
    if (own >= ofUser) return `--connections: one user has ${ofUser} of ${people} at most`;
    const ofViewers = people - Math.floor(people / 4);
    if (!person.admin && all.filter(({ admin }) => !admin).length >= ofViewers)
      return `--connections: ${ofViewers} of ${people} are for users who may not save`;
    return undefined;
  }

  #add(socket: Socket, stranger: Stranger): void {
    const { strangers, networkStrangers } = this.#limits;
    const { network } = stranger;
    const others = this.#networks.get(network) ?? new Set();
    if (network !== "" && others.size >= networkStrangers)
      this.#end(
        others,
        `--connections: an address has ${networkStrangers} without a login at most`,
      );
    else if (this.#strangers.size >= strangers)
      this.#end(this.#largest(), `--connections: there are ${strangers} without a login at most`);
    this.#strangers.set(socket, stranger);
    this.#networks.set(network, others.add(socket));
  }

  #remove(socket: Socket): void {
    const stranger = this.#strangers.get(socket);
    if (stranger === undefined) return;
    this.#strangers.delete(socket);
    const others = this.#networks.get(stranger.network);
    others?.delete(socket);
    if (others?.size === 0) this.#networks.delete(stranger.network);
  }

  #end(sockets: ReadonlySet<Socket>, why: string): void {
    const [oldest] = sockets;
    if (oldest === undefined) return;
    const { makeRoom } = this.#strangers.get(oldest) ?? {};
    this.#remove(oldest);
    this.#refused += 1;
    makeRoom?.(`${why}, and the oldest makes room`);
  }

  #largest(): ReadonlySet<Socket> {
    let largest: ReadonlySet<Socket> = new Set();
    for (const sockets of this.#networks.values())
      if (sockets.size > largest.size) largest = sockets;
    return largest;
  }
}
