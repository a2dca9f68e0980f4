"use client";

import { createContext, useContext } from "react";

/** Who is signed in, in words for the page. */
export type Person = {
  /** `usr_…` */
  id: string;
  /** Base58 address of the wallet that the session acts for. */
  account: string | undefined;
  /** What stands in the header: the wallet, else the mail address, else the provider's name for the person. */
  label: string;
};

export type Frame = {
  /** `undefined`: nobody is signed in, or the session has ended since. */
  person: Person | undefined;
  /** The session ended while the page was open. */
  hasEnded: boolean;
  /** To call when an answer says that nobody is signed in any more. */
  noteEnd: () => void;
  /** Shows the ways to prove who is here and answers whether one was taken. The caller repeats its request then. */
  prove: () => Promise<boolean>;
  /** The open question of `prove`, for the part that shows it. */
  question: { isOpen: boolean; settle: (proved: boolean) => void };
  /** Puts the page out of reach while something over it is to be answered first; true covers it. */
  cover: (isCovered: boolean) => void;
};

export const FrameContext = createContext<Frame | undefined>(undefined);

export function useFrame(): Frame {
  const value = useContext(FrameContext);
  if (!value) throw new Error("This component must be inside SettingsFrame.");
  return value;
}
