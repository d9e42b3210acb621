"""Device and mixed precision: bfloat16 where the hardware multiplies it fast, else float32."""

from contextlib import AbstractContextManager, nullcontext

import torch


def best_device() -> torch.device:
    """CUDA, else Apple's MPS, else the CPU."""
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")


def mixed_precision(device: torch.device) -> AbstractContextManager[object]:
    """An autocast to bfloat16, or nothing where bfloat16 would be slower."""
    if device.type == "cuda" and torch.cuda.is_bf16_supported():
        return torch.autocast("cuda", torch.bfloat16)
    if device.type == "cpu" and _cpu_multiplies_bfloat16():
        return torch.autocast("cpu", torch.bfloat16)
    return nullcontext()


def _cpu_multiplies_bfloat16() -> bool:
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())
