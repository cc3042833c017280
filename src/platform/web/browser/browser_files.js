// Functions of the page's script (web/page/page.js) that the program calls. Without a page, as in Node.js, they do nothing.
mergeInto(LibraryManager.library, {
  page_ask_for_files: function () { if (Module.page) Module.page.askForFiles(); },
  page_has_threads: function () { return Module.page && !Module.page.isOfCourse && self.crossOriginIsolated ? 1 : 0; },  // only the first thread can call a student's module
  page_functions_start: function () { return Module.functions ? Module.functions.start() : -2; },
  page_functions_call: function (request, size) { return Module.functions.call(HEAPU8.slice(request, request + size)); },
  page_functions_take_reply: function (to) { HEAPU8.set(Module.functions.reply, to); },
  page_functions_end: function (to, size) { stringToUTF8(Module.functions.end.signal, to, size); return Module.functions.end.status; },
  page_fetch_resource: function (name) { return Module.page ? Module.page.fetchResource(UTF8ToString(name)) : 2; },
  page_own_address: function () { return Module.page ? allocateUTF8(Module.page.address) : 0; },
  page_save_files__proxy: 'sync',  // jobs on other threads save files, too
  page_save_files: function (lines) { if (Module.page) Module.page.saveFiles(UTF8ToString(lines).split('\n')); },
  page_copy_text: function (text) { if (Module.page) Module.page.copyText(UTF8ToString(text)); },
  page_fail: function (sentence) { if (Module.page) Module.page.fail(UTF8ToString(sentence)); },
  page_has_ended: function () { if (Module.page) Module.page.hasEnded(); },
});
