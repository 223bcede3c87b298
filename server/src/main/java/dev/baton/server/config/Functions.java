package dev.baton.server.config;

import dev.baton.protocol.submit.FunctionRoutes;
import dev.baton.settings.SettingReader;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// What an operator says of function calls.
///
/// @param resultTtl how long a result is kept
public record Functions(FunctionRoutes routes, Duration resultTtl) {

    static Functions read(SettingReader settings) {
        String executor = settings.text(ServerSetting.FUNCTIONS_DEFAULT_EXECUTOR);
        if (!executor.isEmpty()) {
            checkExecutor(settings, ServerSetting.FUNCTIONS_DEFAULT_EXECUTOR, executor);
        }
        return new Functions(
                new FunctionRoutes(routes(settings), executor.isEmpty() ? null : executor),
                settings.duration(ServerSetting.FUNCTIONS_RESULT_TTL));
    }

    private static Map<String, String> routes(SettingReader settings) {
        var routes = new LinkedHashMap<String, String>();
        for (String route : settings.texts(ServerSetting.FUNCTIONS_ROUTES)) {
            int separator = route.lastIndexOf('=');
            if (separator < 1) {
                settings.error(
                        ServerSetting.FUNCTIONS_ROUTES,
                        "expected queue=executor, got '%s'".formatted(route));
                continue;
            }
            String queue = route.substring(0, separator).strip();
            String executor = route.substring(separator + 1).strip();
            checkExecutor(settings, ServerSetting.FUNCTIONS_ROUTES, executor);
            if (routes.put(queue, executor) != null) {
                settings.error(
                        ServerSetting.FUNCTIONS_ROUTES,
                        "expected one route for each queue, got two for '%s'".formatted(queue));
            }
        }
        return routes;
    }

    private static void checkExecutor(
            SettingReader settings, ServerSetting setting, String executor) {
        if (!FunctionRoutes.isExecutor(executor)) {
            settings.error(
                    setting,
                    "expected an executor's name of %s, got '%s'"
                            .formatted(FunctionRoutes.EXECUTOR, executor));
        }
    }
}
