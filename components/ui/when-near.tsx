"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

type WhenNearProps = {
  children: ReactNode;
  /** In its place until then. */
  instead?: ReactNode;
  /** Of the place that is kept: it has a height. */
  className: string;
  /** True shows it wherever it is. What was shown stays. */
  isWanted?: boolean;
  /** Shows it after a while in any case, for who searches the page, walks it by keys or hears it. */
  comesAnyway?: boolean;
};

/** About half a screen: its code is there when somebody has scrolled so far. */
const MARGIN = "400px 0px";
/** What is on the screen has had its time by then. */
const ANYWAY_MS = 3_000;

/** What is below the screen is drawn, and its code loaded, as it comes near. */
export function WhenNear(props: WhenNearProps) {
  const { children, instead, className, isWanted = false, comesAnyway = false } = props;
  const [isShown, setShown] = useState(isWanted);
  const place = useRef<HTMLDivElement>(null);
  if (isWanted && !isShown) setShown(true);
  useEffect(() => {
    if (isShown || place.current === null) return;
    const show = () => setShown(true);
    if (!("IntersectionObserver" in window)) return show();
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { rootMargin: MARGIN },
    );
    watch.observe(place.current);
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
    <div ref={place} className={className}>
      {instead}
    </div>
  );
}
