import type { Capability } from '../registry/capability.ts';
import { bindTool } from '../registry/define-tool.ts';
import { computerUse } from './computer/computer-use.ts';
import { modelRoutingConfig } from './config/model-routing-config.ts';
import { subagents } from './delegation/subagents.ts';
import { fileEdit } from './filesystem/file-edit.ts';
import { fileRead } from './filesystem/file-read.ts';
import { fileWrite } from './filesystem/file-write.ts';
import { gitRead } from './git/git-read.ts';
import { gitWrite } from './git/git-write.ts';
import { memoryRecall } from './memory/memory-recall.ts';
import { memorySourcesList } from './memory/memory-sources-list.ts';
import { memoryStore } from './memory/memory-store.ts';
import { toolCall } from './meta/tool-call.ts';
import { toolDescribe } from './meta/tool-describe.ts';
import { toolHelp } from './meta/tool-help.ts';
import { toolSearch } from './meta/tool-search.ts';
import type { ToolReach } from './reach.ts';
import { contentSearch } from './search/content-search.ts';
import { globSearch } from './search/glob-search.ts';
import { skillCreate } from './skills/skill-create.ts';
import { skillList } from './skills/skill-list.ts';
import { skillReload } from './skills/skill-reload.ts';
import { skillRun } from './skills/skill-run.ts';
import { skillView } from './skills/skill-view.ts';
import { requestDirectoryAccess } from './system/request-directory-access.ts';
import { shell } from './system/shell.ts';

/** Every built-in tool: reading this list shows everything the agent can do. */
export function allTools(reach: ToolReach): Capability[] {
  return [
    bindTool(shell, reach),
    bindTool(requestDirectoryAccess, reach),
    bindTool(fileRead, reach),
    bindTool(fileWrite, reach),
    bindTool(fileEdit, reach),
    bindTool(globSearch, reach),
    bindTool(contentSearch, reach),
    bindTool(gitRead, reach),
    bindTool(gitWrite, reach),
    bindTool(memoryStore, reach),
    bindTool(memoryRecall, reach),
    bindTool(memorySourcesList, reach),
    bindTool(subagents, reach),
    bindTool(modelRoutingConfig, reach),
    bindTool(skillCreate, reach),
    bindTool(skillReload, reach),
    bindTool(skillList, reach),
    bindTool(skillRun, reach),
    bindTool(skillView, reach),
    bindTool(toolHelp, reach),
    bindTool(toolSearch, reach),
    bindTool(toolDescribe, reach),
    bindTool(toolCall, reach),
    bindTool(computerUse, { computer: reach.computer }),
  ];
}
