"use client";

import { Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { buttonStyle } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";

const THEMES = [
  { key: "system", label: "System" },
  { key: "dark", label: "Dark" },
  { key: "light", label: "Light" },
] as const;

export function ThemeMenu() {
  const { theme = "system", setTheme } = useTheme();
  return (
    <Menu
      align="end"
      label="Theme"
      buttonClassName={buttonStyle({ tone: "quiet", size: "icon" })}
      button={
        <>
          <Moon size={15} aria-hidden className="hidden dark:block" />
          <Sun size={15} aria-hidden className="dark:hidden" />
        </>
      }
      entries={THEMES.map((option) => ({
        ...option,
        selected: option.key === theme,
        onSelect: () => setTheme(option.key),
      }))}
    />
  );
}
