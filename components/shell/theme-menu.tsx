"use client";

import { Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuChoice } from "#components/ui/menu.tsx";

const THEMES = [
  { value: "system", label: "System" },
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
] as const;

export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  const chosen = THEMES.find((option) => option.value === theme)?.value ?? "system";
  return (
    <Menu
      align="end"
      className="min-w-28"
      trigger={
        <Button tone="quiet" size="icon" aria-label="Theme">
          <Moon size={15} aria-hidden className="hidden dark:block" />
          <Sun size={15} aria-hidden className="dark:hidden" />
        </Button>
      }
    >
      <MenuChoice label="Theme" value={chosen} options={THEMES} onChange={setTheme} />
    </Menu>
  );
}
