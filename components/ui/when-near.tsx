"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

type WhenNearProps = {
  children: ReactNode;
  /** Shown until then. */
  instead?: ReactNode;
  /** For the placeholder, which needs a height. */
  className: string;
  /** True shows it wherever it is. Once shown, it stays. */
  isWanted?: boolean;
  /** Shows it after a while in any case, for those who search the page, use the keyboard, or listen to it. */
  comesAnyway?: boolean;
};

/** About half a screen, so that its code is loaded by the time it is scrolled to. */
const MARGIN = "400px 0px";
/** By then the visible part has been loaded. */
const ANYWAY_MS = 3_000;

/** Renders content below the screen, and loads its code, when it comes near. */
export function WhenNear(props: WhenNearProps) {
  const { children, instead, className, isWanted = false, comesAnyway = false } = props;
  const [isShown, setShown] = useState(isWanted);
  const placeholder = useRef<HTMLDivElement>(null);
  if (isWanted && !isShown) setShown(true);
  useEffect(() => {
    if (isShown || placeholder.current === null) return;
    const show = () => setShown(true);
    if (!("IntersectionObserver" in window)) return show();
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { rootMargin: MARGIN },
    );
    watch.observe(placeholder.current);
    window.addEventListener("beforeprint", show);
    const timer = comesAnyway ? setTimeout(show, ANYWAY_MS) : undefined;
    return () => {
      watch.disconnect();
      window.removeEventListener("beforeprint", show);
      clearTimeout(timer);
    };
  }, [isShown, comesAnyway]);
  if (isShown) return children;
  return (
    <div ref={placeholder} className={className}>
      {instead}
    </div>
  );
}
