import {
  FilePen,
  FileText,
  Folder,
  FolderKey,
  GitBranch,
  type LucideIcon,
  MonitorUp,
  Search,
  Terminal,
  Wrench,
} from 'lucide-react';

const ICONS: Record<string, LucideIcon> = {
  shell: Terminal,
  file_read: FileText,
  file_write: FilePen,
  file_edit: FilePen,
  glob_search: Folder,
  content_search: Search,
  git_read: GitBranch,
  git_write: GitBranch,
  request_directory_access: FolderKey,
  computer_use: MonitorUp,
};

/** The sign of a tool; tools of plugins share one. */
export function toolIcon(name: string): LucideIcon {
  return ICONS[name] ?? Wrench;
}
